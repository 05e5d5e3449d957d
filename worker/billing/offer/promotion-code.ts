import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import type { PromoTerm } from '../../contract/billing/promo-copy.ts'
import { AppError } from '../../errors/app-error.ts'
import { expandableId, expandedObject } from '../../stripe/expandable.ts'
import { toPaymentRefusal, definiteRefusal } from '../../stripe/stripe-problem.ts'
import type { PriceRow } from './prices.ts'

export function promoRefused(cause?: unknown): AppError {
  return new AppError('promo_refused', { attribute: 'promo_code', cause })
}

/** A code that Stripe knows and that this customer may use. */
type PromotionCode = { id: string; term: PromoTerm; coupon: Stripe.Coupon; code: Stripe.PromotionCode }

/** The typed code, trimmed; null if Stripe cannot have such a code. */
function typed(code: string): string | null {
  const trimmed = code.slice(0, 200).trim()
  return /^[A-Za-z0-9_-]{1,100}$/.test(trimmed) ? trimmed : null
}

/** Throws `promo_refused` if the code does not exist, has expired, or is not for this customer. */
export async function findPromotionCode(ctx: Ctx, code: string, customer: string): Promise<PromotionCode> {
  const known = typed(code)
  if (!known) throw promoRefused()
  const stripe = await ctx.stripe()
  const expand = ['data.promotion.coupon', 'data.promotion.coupon.applies_to']
  const { data } = await stripe.promotionCodes
    .list({ code: known, active: true, limit: 1, expand })
    .catch((error: unknown) => {
      throw toPaymentRefusal(error)
    })
  const [found] = data
  const coupon = expandedObject(found?.promotion.coupon)
  if (!found || !coupon || !isUsable(found, coupon, customer, ctx.now() / 1000)) throw promoRefused()
  return { id: found.id, term: termOf(coupon), coupon, code: found }
}

function isUsable(code: Stripe.PromotionCode, coupon: Stripe.Coupon, customer: string, now: number): boolean {
  const over = (end: number | null) => end !== null && end <= now
  const spent = (max: number | null, used: number) => max !== null && used >= max
  return (
    code.active &&
    coupon.valid &&
    !over(code.expires_at) &&
    !over(coupon.redeem_by) &&
    !spent(code.max_redemptions, code.times_redeemed) &&
    !spent(coupon.max_redemptions, coupon.times_redeemed) &&
    (code.customer === null || expandableId(code.customer) === customer)
  )
}

function termOf({ duration, duration_in_months }: Stripe.Coupon): PromoTerm {
  if (duration === 'forever') return { kind: 'forever' }
  return duration === 'repeating' ? { kind: 'months', months: duration_in_months ?? 1 } : { kind: 'once' }
}

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
