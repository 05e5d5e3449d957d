import type { Ctx } from '../../context/context.ts'
import { log } from '../../log/log.ts'
import { reviewWaitingCredit } from '../credit/refund-credit.ts'
import { checkStripeAccount } from './check-stripe-account.ts'
import { finishPromotions } from './finish-promotions.ts'
import { finishAttempts } from './finish-attempts.ts'
import { missedEvents, unhandledEvents } from './catch-up-events.ts'
import type { Repairs } from './repairs.ts'
import { tendBookedPlans } from './tend-booked-plans.ts'
import { rereadSubscriptions } from './reread-subscriptions.ts'

const PARTS = {
  operations: finishAttempts,
  unhandled: unhandledEvents,
  missed: missedEvents,
  subscriptions: rereadSubscriptions,
  promotions: finishPromotions,
  schedules: tendBookedPlans,
  account: checkStripeAccount,
  credit: reviewWaitingCredit,
}

/**
 * Every 15 minutes: brings D1 back in line with Stripe, whatever got lost on the way (§D5). A part that fails does not
 * stop the others, and runs again next time.
 */
export async function reconcile(ctx: Ctx): Promise<Record<keyof typeof PARTS, Repairs | null>> {
  const operations = await part(ctx, 'operations')
  const unhandled = await part(ctx, 'unhandled')
  const missed = await part(ctx, 'missed')
  const subscriptions = await part(ctx, 'subscriptions')
  const promotions = await part(ctx, 'promotions')
  const schedules = await part(ctx, 'schedules')
  const account = await part(ctx, 'account')
  const credit = await part(ctx, 'credit')
  return { operations, unhandled, missed, subscriptions, promotions, schedules, account, credit }
}

async function part(ctx: Ctx, name: keyof typeof PARTS): Promise<Repairs | null> {
  if (!ctx.settings.STRIPE_SECRET_KEY) return null
  try {
    const { looked, repaired } = await PARTS[name](ctx)
    log(repaired > 0 ? 'warn' : 'info', 'reconciled', { part: name, looked, repaired })
    return { looked, repaired }
  } catch (error) {
    log('error', 'not_reconciled', { part: name, message: String(error) })
    return null
  }
}
