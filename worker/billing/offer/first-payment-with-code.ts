import type { StripeCtx } from '../../system/context/context.ts'
import { toPaymentRefusal, definiteRefusal } from '../stripe/stripe-problem.ts'
import type { PromotionCode } from '../promotions/find-promotion-code.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'

/**
 * The first payment that Stripe would charge for this price with the code, in cents (§4.4). Null if the code is not for
 * this price, or takes nothing off it, so that the page never promises an empty discount.
 */
export async function firstPaymentWith(
  ctx: StripeCtx,
  promo: PromotionCode,
  plan: PriceRow,
  customer: string,
): Promise<number | null> {
  const only = promo.coupon.applies_to?.products ?? []
  if (only.length > 0 && !only.includes(plan.product_id)) return null
  if (!plan.stripe_price_id) return null
  const stripe = await ctx.stripe()
  const preview = await stripe.invoices
    .createPreview({
      customer,
      subscription_details: { items: [{ price: plan.stripe_price_id }] },
      discounts: [{ promotion_code: promo.id }],
    })
    .catch((error: unknown) => {
      if (definiteRefusal(error)) return null
      throw toPaymentRefusal(error)
    })
  return preview && preview.total < plan.amount ? preview.total : null
}
