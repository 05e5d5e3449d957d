import { readActorRows } from '../../db/sessions/actor-query.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import { ABANDONED_MAIL_DELAY, REMINDER_PAUSE } from '../../contract/limits.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { noteForLog } from '../../system/log/log.ts'
import { isCurrentPlan } from '../../users/entitlements/entitlement-rules.ts'
import { claimReminder, dropReminder } from '../../db/billing/abandoned-checkouts.ts'

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
  const [row] = rows
  if (!row) throw new AppError('not_signed_in')
  const { user, session_id } = row
  noteForLog({ user_id: user.id, session_id })
  const pays = rows.some(({ subscription }) => subscription !== null && isCurrentPlan(subscription, now))
  if (pays || user.email_verified_at === null) return { email_scheduled: false }
  const claimed = await claimReminder(ctx, user.id, { at: now, rested_since: now - REMINDER_PAUSE })
  if (!claimed) return { email_scheduled: false }
  const job = { kind: 'abandoned_checkout' as const, id: ctx.id('job'), user_id: user.id, plan_id }
  try {
    await ctx.queue.send(job, { delaySeconds: ABANDONED_MAIL_DELAY })
  } catch (error) {
    await dropReminder(ctx, user.id, now)
    throw error
  }
  return { email_scheduled: true }
}
