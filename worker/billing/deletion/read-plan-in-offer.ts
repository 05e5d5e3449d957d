import type { PlanInOffer } from '../../system/context/account-parts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { DELETION_WAITS, type DeletionMoney } from '../../contract/accounts/account-deletion.ts'
import { isBilledByStripe, storeOf } from '../../contract/billed-by.ts'
import { PLANS } from '../../contract/tiers.ts'
import { log } from '../../system/log/log.ts'
import { isPaid } from '../customer/billing-customer.ts'
import { readDeletionMoney } from './deletion-money.ts'
import { readLivePlan, type SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/** Says what deleting the account now would mean for its plan. */
export async function readPlanInOffer(ctx: Ctx, user_id: string): Promise<PlanInOffer> {
  const { customer, plan } = await readLivePlan(ctx, user_id)
  const paid = plan && isBilledByStripe(plan.payment_type) ? plan : null
  return {
    store: storeOf(plan?.payment_type),
    plan: paid && {
      name: PLANS[paid.tier].name,
      ends_now: !isPaid(paid),
      current_period_end: paid.current_period_end,
    },
    ...(await readMoney(ctx, customer, paid)),
  }
}

async function readMoney(ctx: Ctx, customer: string | null, held: SubscriptionRow | null): Promise<DeletionMoney> {
  try {
    return await readDeletionMoney(ctx, customer, held, ctx.now() + DELETION_WAITS)
  } catch (error) {
    log('warn', 'stripe_unavailable', { what: 'deletion_money', message: error instanceof Error ? error.message : '' })
    return { next_charge: null, time_left: false, credit: 'unknown' }
  }
}
