import { bumpContentVersion } from '../../system/bump-content-version.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { TakeDownInput } from '../../contract/moderation/moderation-input.ts'
import { changeHidden, readShownAuthor } from '../../db/moderation/takedowns.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { startTask } from '../../system/start-task.ts'
import { requireProvenOperator } from '../../users/session/require-operator.ts'

/**
 * Hides an author, or shows them again. Hidden, all their Applets that others can see or use are taken down as in
 * `takeDownApplet`, and they cannot publish; what only they use goes on. They are mailed the reason. Shown again, their
 * Applets are back, except those that were taken down themselves. Doing it twice changes nothing. Throws as
 * `requireProvenOperator`, and `not_found` for an unknown user name.
 */
export async function hideAuthor(ctx: Ctx, login: string, input: TakeDownInput): Promise<{ login: string }> {
  const user = await requireProvenOperator(ctx)
  const author = await readShownAuthor(ctx, login)
  if (!author) throw new AppError('not_found')
  await changeHidden(ctx, user, author, input)
  log('info', input.taken_down ? 'hide_author' : 'show_author', { author_id: author.id, user_id: user.id })
  await Promise.all([bumpContentVersion(ctx), startTask(ctx, 'moderation')])
  return { login: author.login }
}
