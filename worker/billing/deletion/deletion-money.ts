import { readCredit } from '../credit/read-credit.ts'
import { unusedYear } from '../credit/unused-year.ts'
import { nextCharge } from '../overview/read-stripe-billing.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { DeletionMoney } from '../../contract/accounts/account-deletion.ts'
import { isDue } from '../../contract/billing/last-charge.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { isPaid } from '../customer/billing-customer.ts'
import { hasOpenReview } from '../../db/billing/credit-refunds.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

const NOTHING: DeletionMoney = { next_charge: null, time_left: false, credit: null }

/**
 * Reads what is still charged, and what is refunded if an account goes on its day: what of a paid year is unused then,
 * and earlier credit for unused time (/terms). `held`: the plan that Stripe bills, null if none runs. `due_at`: ms.
 * Throws what Stripe's client throws.
 */
export async function readDeletionMoney(
  ctx: Ctx,
  customer: string | null,
  held: SubscriptionRow | null,
  due_at: number,
): Promise<DeletionMoney> {
  if (!customer) return NOTHING
  try {
    const stripe = await ctx.stripe()
    const payer = await stripe.customers.retrieve(customer)
    if (!held?.stripe_subscription_id) {
      return { ...NOTHING, credit: await readCredit(stripe, payer, () => hasOpenReview(ctx, customer)) }
    }
    const next_charge = isPaid(held) ? await nextCharge({ stripe, customer, held, now: ctx.now() }) : null
    const time_left = held.status === 'active' && (held.current_period_end ?? 0) > due_at
    const yearly = held.payment_interval === 'year' && time_left
    // A renewal that is not paid yet cannot be counted.
    if (yearly && isDue(held, next_charge)) return { next_charge, time_left, credit: 'unknown' }
    const plan = yearly ? await stripe.subscriptions.retrieve(held.stripe_subscription_id) : null
    const coming = plan ? await unusedYear(stripe, plan, due_at) : 0
    // Without credit so far, Stripe may name no currency.
    const owner = payer.deleted ? payer : { ...payer, currency: payer.currency ?? held.currency }
    return { next_charge, time_left, credit: await readCredit(stripe, owner, async () => true, { coming }) }
  } catch (error) {
    if (isMissingAtStripe(error)) return NOTHING
    throw error
  }
}
