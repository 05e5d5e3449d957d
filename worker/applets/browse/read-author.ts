import { and, eq, lte, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { AUTHOR_CURSOR, AUTHOR_PAGE_SIZE, type AuthorPage } from '../../contract/applets/author.ts'
import { former_logins } from '../../db/schema/account-changes.ts'
import { users } from '../../db/schema/accounts.ts'
import { applets } from '../../db/schema/applets.ts'
import { prepared, runBatch, type GivenAll } from '../../db/d1-batch.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { cardQueries, isPublished, toCards } from './applet-cards.ts'

/**
 * A page of an author's published Applets, most used first, in one round trip. `after`: the cursor of the page before.
 * Throws `not_found` for an unknown user and for a user who has published nothing, so that user names cannot be probed.
 */
export async function readAuthor({ db }: Ctx, login: string, after?: string): Promise<AuthorPage> {
  const [, count, id] = AUTHOR_CURSOR.exec(after ?? '') ?? []
  const before = count && id ? { count: Number(count), id: Number(id) } : {}
  const [rows, found] = await runBatch(db, authorQueries(db, { login, ...before }))
  const cards = toCards(rows.slice(0, AUTHOR_PAGE_SIZE), found)
  const last = cards.at(-1)
  if (!last) throw new AppError('not_found')
  const next = rows.length > cards.length ? `${last.enabled_count}.${last.id}` : null
  return { author: { login: last.author }, applets: cards, next }
}

/** `count` and `id`: how often the last card on the page before is used, and its Applet. */
type Before = { count?: number; id?: number }

const authorQueries = prepared((db, { login, ...before }: GivenAll<Before & { login: string }>) => {
  // A user name that was given up still leads to its user; the page redirects to the new one.
  const author_id = sql`coalesce((select ${users.id} from ${users} where ${users.login} collate nocase = ${login}),
    (select ${former_logins.user_id} from ${former_logins} where ${former_logins.login} collate nocase = ${login}))`
  const where = and(sql`${applets.author_id} = (${author_id})`, isPublished, startsAfter(before))
  return cardQueries(db, { where, limit: AUTHOR_PAGE_SIZE + 1 })
})

/** The first condition is the range of the index, the second skips what the page before has shown. */
function startsAfter({ count, id }: GivenAll<Before>): SQL | undefined {
  if (count === undefined || id === undefined) return undefined
  const { enabled_count } = applets
  return and(
    lte(enabled_count, count),
    sql`(${enabled_count} < ${count} or ${eq(enabled_count, count)} and ${applets.id} > ${id})`,
  )
}
