import type Stripe from 'stripe'
import type { Promotion } from '../../contract/billing/billing-overview.ts'
import { expandedObject } from '../../stripe/expandable.ts'

/** What a preview must be expanded with, so that its promotions can be named. */
export const PROMOTION_FIELDS = [
  'total_discount_amounts.discount.source.coupon',
  'total_discount_amounts.discount.promotion_code',
]

/** The promotions that really lower the previewed payment, the customer's own included. */
export function promotionsOf({ total_discount_amounts }: Stripe.Invoice): Promotion[] {
  return (total_discount_amounts ?? []).flatMap(({ amount, discount }) => {
    const given = expandedObject(discount)
    const coupon = given && expandedObject(given.source.coupon)
    if (!given || !coupon || amount === 0) return []
    const { percent_off, amount_off, duration } = coupon
    const ends_at = 'end' in given && given.end !== null ? given.end * 1000 : null
    return [
      {
        id: given.id,
        name: expandedObject(given.promotion_code)?.code ?? coupon.name ?? coupon.id,
        percent_off,
        amount_off,
        lasts: duration === 'once' ? 'once' : ends_at === null ? 'forever' : 'until',
        ends_at,
      },
    ]
  })
}
