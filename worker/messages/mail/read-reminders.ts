import { eq } from 'drizzle-orm'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { sessionUser, signedInQuery } from '../../db/users/live-sessions.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Reminders } from '../../contract/messages/reminder-setting.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { noteForLog } from '../../system/log/log-ids.ts'
import { readUnsubscribeLink } from './unsubscribe-link.ts'

/**
 * Whether the user of a mail's link, or the signed-in user, gets reminders. Throws `invalid_link` (422),
 * `not_signed_in` (401), `not_found` (404) for a deleted account.
 */
export async function readReminders(ctx: Ctx, { token }: { token?: string }): Promise<Reminders> {
  const user = token === undefined ? await readOwn(ctx) : await readByLink(ctx, token)
  return { reminders: user.reminders_off_at === null }
}

async function readOwn({ db, sessionHash, realNow }: Ctx) {
  if (!sessionHash) throw new AppError('not_signed_in')
  const [[signedIn], [user]] = await runBatch(db, [
    signedInQuery(db, { sessionHash, now: realNow() }),
    ownReminderQuery(db, { sessionHash }),
  ])
  if (!signedIn || !user) throw new AppError('not_signed_in')
  noteForLog(signedIn)
  return user
}

async function readByLink(ctx: Ctx, token: string) {
  const [[user]] = await runBatch(ctx.db, [reminderQuery(ctx.db, { id: await readUnsubscribeLink(ctx, token) })])
  if (!user) throw new AppError('not_found')
  return user
}

const ownReminderQuery = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  db
    .select({ reminders_off_at: users.reminders_off_at })
    .from(users)
    .where(eq(users.id, sessionUser(db, sessionHash))),
)

const reminderQuery = prepared((db, { id }: { id: Given<string> }) =>
  db.select({ reminders_off_at: users.reminders_off_at }).from(users).where(eq(users.id, id)),
)
