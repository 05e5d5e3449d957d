import type Stripe from 'stripe'
import type { ClockCtx, StripeCtx } from '../../system/context/context.ts'
import type { PromoTerm } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { toPaymentRefusal } from '../stripe/stripe-problem.ts'

/** `message`: what is wrong, if the code is good for something else. */
export function promoRefused(message?: string): AppError {
  return new AppError('promo_refused', { attribute: 'promo_code', ...(message && { message }) })
}

/** A code that Stripe knows and that this customer may use. */
export type PromotionCode = { id: string; term: PromoTerm; coupon: Stripe.Coupon; code: Stripe.PromotionCode }

/** The typed code, trimmed; null if Stripe cannot have such a code. */
function typed(code: string): string | null {
  const trimmed = code.slice(0, 200).trim()
  return /^[A-Za-z0-9_-]{1,100}$/.test(trimmed) ? trimmed : null
}

/**
 * Throws `promo_refused` if the code does not exist, has expired, or is not for this customer; null stands for everyone.
 * `patience`: how long Stripe may take.
 */
export async function findPromotionCode(
  ctx: ClockCtx & StripeCtx,
  code: string,
  customer: string | null,
  patience: Stripe.RequestOptions = {},
): Promise<PromotionCode> {
  const known = typed(code)
  if (!known) throw promoRefused()
  const stripe = await ctx.stripe()
  const expand = ['data.promotion.coupon', 'data.promotion.coupon.applies_to']
  const { data } = await stripe.promotionCodes
    .list({ code: known, active: true, limit: 1, expand }, patience)
    .catch((error: unknown) => {
      throw toPaymentRefusal(error)
    })
  const [found] = data
  const coupon = expandedObject(found?.promotion.coupon)
  if (!found || !coupon || !isUsable(found, coupon, customer, ctx.now() / 1000)) throw promoRefused()
  return { id: found.id, term: termOf(coupon), coupon, code: found }
}

function isUsable(code: Stripe.PromotionCode, coupon: Stripe.Coupon, customer: string | null, now: number): boolean {
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
