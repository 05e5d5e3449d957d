import type { Ctx } from '../../system/context/context.ts'
import { formatPrice } from '../../contract/billing/price-format.ts'
import { isSold, type SoldPlan } from '../../contract/tiers.ts'
import { ONE_CLICK_PLAN, type ProUpgradeDetails } from '../../contract/upgrade/upgrade.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { alreadySubscribed } from '../subscribe/decide-subscribe.ts'
import { loadBillingCustomer } from '../customer/billing-customer.ts'
import { previewCost, hasPriceAlready, type PriceChange } from './price-change.ts'
import { bookedChange } from '../subscription-schedule/next-plan.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { loadPlanChange, requireUpgradable } from './can-upgrade.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

/**
 * GET /billing/pro_upgrade_details (§7): what a one-click upgrade would change and charge, to the cent. Throws
 * `not_signed_in`, what `requireUpgradable` throws, and `payment_failed` if Stripe does not answer.
 */
export async function proUpgradeDetails(ctx: Ctx, plan: SoldPlan = ONE_CLICK_PLAN): Promise<ProUpgradeDetails> {
  const billingCustomer = requireUpgradable(await loadBillingCustomer(ctx), plan)
  return withPaymentRefusals(async () => {
    const change = await loadPlanChange(ctx, billingCustomer, plan)
    if (hasPriceAlready(change)) {
      await syncCustomer(ctx, billingCustomer.customer)
      throw alreadySubscribed()
    }
    const { currentPlan } = billingCustomer
    return {
      ...(await details(change, Math.floor(ctx.now() / 1000))),
      gives_up: givenUp(currentPlan),
      takes_back: bookedChange(currentPlan),
    }
  })
}

function givenUp({ tier, price_in_cents }: SubscriptionRow): ProUpgradeDetails['gives_up'] {
  return isSold(tier) ? null : { tier, price_in_cents }
}

async function details(
  change: PriceChange,
  proration_date: number,
): Promise<Omit<ProUpgradeDetails, 'gives_up' | 'takes_back'>> {
  const { amount, currency, interval, product_id } = change.price
  const [cost, next] = await Promise.all([previewCost(change, proration_date), nextCharge(change)])
  return {
    formatted_pro_price: formatPrice(amount, currency),
    price: amount,
    interval,
    product_id,
    currency,
    ...cost,
    proration_date,
    // A trial charges nothing today, so the credit of today is what the next charge finds.
    next_amount: change.trialEnd === null ? Math.max(0, next.total - cost.balance) : next.amount_due,
    trialing: change.trialEnd !== null,
    resumes: change.goesOn !== null,
  }
}

/** Previews the amount that Stripe will charge when the period or trial ends, discounts included. */
async function nextCharge({ stripe, customer, subscription, item, price, goesOn, tax }: PriceChange) {
  return stripe.invoices.createPreview({
    customer,
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item, price: price.stripe_price_id }],
      proration_behavior: 'none',
      ...goesOn,
    },
    ...tax,
  })
}
