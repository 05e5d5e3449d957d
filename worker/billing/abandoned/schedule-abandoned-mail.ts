import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { readActorRows } from '../../db/users/actor-query.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import { ABANDONED_MAIL_DELAY, REMINDER_PAUSE } from '../../contract/limits.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { isCurrentPlan } from '../../users/entitlements/entitlement-rules.ts'

/**
 * Schedules a mail about an abandoned checkout (§7) for an hour from now; `sendAbandonedMail` then checks again.
 * Schedules nothing for a user who has a plan, had such a mail within the week, unsubscribed, or has not confirmed the
 * address, which may belong to somebody else. Throws `not_signed_in` (401).
 */
export async function scheduleAbandonedMail(
  ctx: Ctx,
  { plan_id }: { plan_id: SoldPlan },
): Promise<{ email_scheduled: boolean }> {
  const { db, sessionHash } = ctx
  const now = ctx.now()
  const rows = sessionHash ? await readActorRows(db, sessionHash, ctx.realNow()) : []
  const user = rows[0]?.user
  if (!user) throw new AppError('not_signed_in')
  const pays = rows.some(({ subscription }) => subscription !== null && isCurrentPlan(subscription, now))
  if (pays || user.email_verified_at === null || !(await claim(ctx, user.id, now))) return { email_scheduled: false }
  const job = { kind: 'abandoned_checkout' as const, id: ctx.id('job'), user_id: user.id, plan_id }
  try {
    await ctx.queue.send(job, { delaySeconds: ABANDONED_MAIL_DELAY })
  } catch (error) {
    await unclaim(ctx, user.id, now)
    throw error
  }
  return { email_scheduled: true }
}

/** One conditional write, so that only one of two tabs schedules a mail. */
async function claim({ db }: DbCtx, id: string, now: number): Promise<boolean> {
  const { reminder_scheduled_at, reminders_off_at } = users
  const rested = or(isNull(reminder_scheduled_at), lte(reminder_scheduled_at, now - REMINDER_PAUSE))
  const claimed = await db
    .update(users)
    .set({ reminder_scheduled_at: now })
    .where(and(eq(users.id, id), isNull(reminders_off_at), rested))
    .returning({ id: users.id })
  return claimed.length > 0
}

/** Takes the claim back, so that a retry may schedule the mail that was not queued. */
async function unclaim({ db }: DbCtx, id: string, at: number): Promise<void> {
  await db
    .update(users)
    .set({ reminder_scheduled_at: null })
    .where(and(eq(users.id, id), eq(users.reminder_scheduled_at, at)))
}
