import type { Ctx } from '../../system/context/context.ts'
import { AUTHOR_CURSOR, AUTHOR_PAGE_SIZE, type AuthorPage } from '../../contract/applets/author.ts'
import { readAuthorCards } from '../../db/applets/lists/public-pages.ts'
import { AppError } from '../../system/errors/app-error.ts'

/**
 * A page of an author's published Applets, most used first, in one round trip. `after`: the cursor of the page before.
 * Throws `not_found` for an unknown user and for a user who has published nothing, so that user names cannot be probed.
 */
export async function readAuthor(ctx: Ctx, login: string, after?: string): Promise<AuthorPage> {
  const [, count, id] = AUTHOR_CURSOR.exec(after ?? '') ?? []
  const found = await readAuthorCards(ctx, login, count && id ? { count: Number(count), id: Number(id) } : null)
  const cards = found.slice(0, AUTHOR_PAGE_SIZE)
  const last = cards.at(-1)
  if (!last) throw new AppError('not_found')
  const next = found.length > cards.length ? `${last.enabled_count}.${last.id}` : null
  return { author: { login: last.author }, applets: cards, next }
}
