import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { reviewWaitingCredit } from '../credit/refund-credit.ts'
import { checkStripeAccount } from './check-stripe-account.ts'
import { finishPromotions } from './finish-promotions.ts'
import { finishAttempts } from './finish-attempts.ts'
import { missedEvents, unhandledEvents } from './catch-up-events.ts'
import type { Repairs } from './repairs.ts'
import type { ReconcilePart } from '../../contract/jobs/scheduled-task.ts'
import { rereadSubscriptions, tendBookedPlans } from './reread-subscriptions.ts'

const PARTS: Record<ReconcilePart, (ctx: Ctx, before: number) => Promise<Repairs>> = {
  subscribe_attempts: finishAttempts,
  missed: missedEvents,
  unhandled: unhandledEvents,
  subscriptions: rereadSubscriptions,
  promotions: finishPromotions,
  schedules: tendBookedPlans,
  account: checkStripeAccount,
  credit: reviewWaitingCredit,
}

/**
 * Every 15 minutes: brings D1 back in line with Stripe, whatever got lost on the way. One portion of one part, of
 * what was due by `before` (ms). Returns null if the part failed or nothing is sold; it runs again next time.
 */
export async function reconcilePart(ctx: Ctx, part: ReconcilePart, before: number): Promise<Repairs | null> {
  if (!ctx.settings.STRIPE_SECRET_KEY) return null
  try {
    const found = await PARTS[part](ctx, before)
    const { looked, repaired } = found
    log(repaired > 0 ? 'warn' : 'info', 'reconciled', { part, looked, repaired })
    return found
  } catch (error) {
    log('error', 'not_reconciled', { part, message: String(error) })
    return null
  }
}
