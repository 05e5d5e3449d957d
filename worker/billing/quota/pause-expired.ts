import { readLapsed, setLapse } from '../../db/billing/user-subscriptions.ts'
import type { Ctx } from '../../system/context/context.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import { pauseOverQuota } from './pause-over-quota.ts'

/** Plans per portion: each takes some 25 statements, and D1 takes 1,000 of an invocation. */
export const PLANS_AT_ONCE = 23

/**
 * Pauses Applets of users whose plan expired by `before` (ms) without an event: a failed payment's grace period or a
 * canceled plan's paid period is over. A user who fails is tried again in an hour. Returns how many Applets were
 * paused, and whether more plans are left.
 */
export async function pauseExpired(ctx: Ctx, before = ctx.now()): Promise<{ paused: number; more: boolean }> {
  const lapsed = await readLapsed(ctx, before, PLANS_AT_ONCE)
  let paused = 0
  for (const plan of lapsed) {
    let next: number | null = null
    try {
      const fitted = await pauseOverQuota(ctx, plan.user_id)
      paused += fitted.paused
      if (fitted.paused + fitted.resumed > 0) ctx.accountParts.runner.deferSync(ctx, plan.user_id)
    } catch (error) {
      log('error', 'plan_limits_not_kept', { user_id: plan.user_id, message: String(error) })
      next = ctx.now() + HOUR
    }
    await setLapse(ctx, plan, next)
  }
  return { paused, more: lapsed.length === PLANS_AT_ONCE }
}
