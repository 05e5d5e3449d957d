import { eq } from 'drizzle-orm'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { requireUserRow } from '../../users/session/actor.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Reminders } from '../../contract/messages/reminder-setting.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { readUnsubscribeLink } from './unsubscribe-link.ts'

/**
 * Whether the user of a mail's link, or the signed-in user, gets reminders. Throws `invalid_link` (422),
 * `not_signed_in` (401), `not_found` (404) for a deleted account.
 */
export async function readReminders(ctx: Ctx, { token }: { token?: string }): Promise<Reminders> {
  if (token === undefined) return { reminders: (await requireUserRow(ctx)).reminders_off_at === null }
  const [[user]] = await runBatch(ctx.db, [reminderQuery(ctx.db, { id: await readUnsubscribeLink(ctx, token) })])
  if (!user) throw new AppError('not_found')
  return { reminders: user.reminders_off_at === null }
}

const reminderQuery = prepared((db, { id }: { id: Given<string> }) =>
  db.select({ reminders_off_at: users.reminders_off_at }).from(users).where(eq(users.id, id)),
)
