import type { SoldPlan } from '../tiers.ts'
import type { MutationError, Operation } from './graphql-documents.ts'

/** §7 Abandoned checkout. */
export const ABANDONED_CHECKOUT: Operation<
  { plan_id: SoldPlan },
  { userProAbandonedCheckoutEmail: { email_scheduled: boolean; errors: MutationError[] } }
> = {
  query: `mutation AbandonedCheckout($plan_id: String!) {
  userProAbandonedCheckoutEmail(plan_id: $plan_id) { email_scheduled errors { attribute message } }
}`,
}

/**
 * §7 Subscription update to Pro+ (§4.3). An error's `attribute` is amount_today, payment_method, product_id or absent.
 */
export const UPGRADE_TO_PRO_PLUS: Operation<
  { product_id: string; proration_date: number; price: number; amount_today: number },
  { userSubscriptionUpdate: { user_subscription: { plan_id: string } | null; errors: MutationError[] } }
> = {
  query: `mutation UpgradeToProPlus($product_id: ID!, $proration_date: Int, $price: Int, $amount_today: Int) {
  userSubscriptionUpdate(product_id: $product_id, proration_date: $proration_date, price: $price, amount_today: $amount_today) {
    user_subscription { plan_id }
    errors { attribute message }
  }
}`,
}
