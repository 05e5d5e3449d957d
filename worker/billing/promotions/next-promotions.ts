import type Stripe from 'stripe'
import type { Promotion } from '../../contract/billing/applied-promotion.ts'
import { expandedObject } from '../stripe/expandable.ts'

/** The fields to expand in a preview, so that its promotions can be named. */
export const PROMOTION_FIELDS = [
  'total_discount_amounts.discount.source.coupon',
  'total_discount_amounts.discount.promotion_code',
]

/** The promotions that really lower the previewed payment, the customer's own included. */
export function promotionsOf({ total_discount_amounts }: Pick<Stripe.Invoice, 'total_discount_amounts'>): Promotion[] {
  return (total_discount_amounts ?? []).flatMap(({ amount, discount }) => {
    const given = expandedObject(discount)
    const coupon = given && expandedObject(given.source.coupon)
    if (!given || !coupon || amount === 0) return []
    const code = expandedObject(given.promotion_code)?.code ?? null
    return [toPromotion({ id: given.id, end: 'end' in given ? given.end : null }, coupon, code)]
  })
}

/** `code` as it was typed in; null for a coupon that was given without one. */
export function toPromotion(
  { id, end }: Pick<Stripe.Discount, 'id' | 'end'>,
  coupon: Stripe.Coupon,
  code: string | null,
): Promotion {
  const { percent_off, amount_off, duration, name } = coupon
  const ends_at = end === null ? null : end * 1000
  return {
    id,
    name: code ?? name ?? coupon.id,
    percent_off,
    amount_off,
    lasts: duration === 'once' ? 'once' : ends_at === null ? 'forever' : 'until',
    ends_at,
  }
}

/** Whether the promotion lowers all payments at that time (ms), not one alone. */
export function isLasting({ lasts, ends_at }: Promotion, at: number): boolean {
  return lasts !== 'once' && (ends_at === null || at < ends_at)
}
