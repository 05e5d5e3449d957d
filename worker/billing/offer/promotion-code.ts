import type { Ctx } from '../../context/context.ts'
import { toPaymentRefusal, definiteRefusal } from '../../stripe/stripe-problem.ts'
import { promoRefused, type PromotionCode } from '../promotion-code/find-promotion-code.ts'
import type { PriceRow } from './prices.ts'

/**
 * The first payment that Stripe would charge for this price with the code, in cents (§4.4). Throws `promo_refused` if
 * the code takes nothing off, so that the page never promises an empty discount.
 */
export async function firstPaymentWith(
  ctx: Ctx,
  promo: PromotionCode,
  plan: PriceRow,
  customer: string,
): Promise<number> {
  const only = promo.coupon.applies_to?.products ?? []
  if (only.length > 0 && !only.includes(plan.product_id)) throw promoRefused()
  if (!plan.stripe_price_id) throw promoRefused()
  const stripe = await ctx.stripe()
  const preview = await stripe.invoices
    .createPreview({
      customer,
      subscription_details: { items: [{ price: plan.stripe_price_id }] },
      discounts: [{ promotion_code: promo.id }],
    })
    .catch((error: unknown) => {
      throw definiteRefusal(error) ? promoRefused(error) : toPaymentRefusal(error)
    })
  if (preview.total >= plan.amount) throw promoRefused()
  return preview.total
}
