import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { actorQuery } from '../../session/actor.ts'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../context/context.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import { ABANDONED_MAIL_DELAY, REMINDER_PAUSE } from '../../contract/limits.ts'
import { AppError } from '../../errors/app-error.ts'
import { isCurrentPlan } from '../../entitlements/entitlement-rules.ts'

/**
 * A checkout was left (§7 Abandoned checkout): a mail about it goes out an hour later, if it is then still wanted (see
 * `sendAbandonedMail`). Not scheduled, and no error: for who pays for a plan, has had such a mail within the week, wants
 * none, or has not confirmed the address, which may be somebody else's. Throws `not_signed_in` (401).
 */
export async function scheduleAbandonedMail(
  ctx: Ctx,
  { plan_id }: { plan_id: SoldPlan },
): Promise<{ email_scheduled: boolean }> {
  const { db, sessionHash } = ctx
  const now = ctx.now()
  const rows = sessionHash ? await actorQuery(db, sessionHash, now) : []
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

/** One conditional write, so that of two tabs one schedules. */
async function claim({ db }: Ctx, id: string, now: number): Promise<boolean> {
  const { reminder_scheduled_at, reminders_off_at } = users
  const rested = or(isNull(reminder_scheduled_at), lte(reminder_scheduled_at, now - REMINDER_PAUSE))
  const claimed = await db
    .update(users)
    .set({ reminder_scheduled_at: now })
    .where(and(eq(users.id, id), isNull(reminders_off_at), rested))
    .returning({ id: users.id })
  return claimed.length > 0
}

/** What could not be queued was not scheduled. */
async function unclaim({ db }: Ctx, id: string, at: number): Promise<void> {
  await db
    .update(users)
    .set({ reminder_scheduled_at: null })
    .where(and(eq(users.id, id), eq(users.reminder_scheduled_at, at)))
}
