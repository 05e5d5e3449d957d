import { invalidRequest } from '../../store/stripe-api-error.ts'
import type { Objects } from '../../store/stripe-objects.ts'
import type { ObjectStore } from '../../store/object-store.ts'
import { addIntervals } from '../amounts/billing-periods.ts'
import { change, named } from '../../store/change-object.ts'
import type { Moment } from '../../store/change-object.ts'
import type { Cut } from '../amounts/discount-amounts.ts'

/** Turns coupons and promotion codes into discounts: who may redeem them, and for how long they apply. */

type Coupon = Objects['coupon']
type Promotion = Objects['promotion_code']
export type DiscountWish = { coupon?: string; promotion_code?: string; discount?: string }

/** The subscription that the discounts are for. */
type Target = Pick<Objects['subscription'], 'id' | 'customer' | 'currency'>

/** Creates the requested discounts and returns their ids. */
export function redeem(moment: Moment, wishes: DiscountWish[], target: Target): string[] {
  return wishes.map((wish, index) => redeemOne(moment, wish, target, `discounts[${index}]`))
}

function redeemOne(moment: Moment, wish: DiscountWish, target: Target, param: string): string {
  const { store } = moment
  if (wish.discount !== undefined) return named(store, 'discount', wish.discount, `${param}[discount]`).id
  if (wish.promotion_code !== undefined) {
    const promotion = named(store, 'promotion_code', wish.promotion_code, `${param}[promotion_code]`)
    const coupon = couponOf(store, promotion)
    checkPromotion(moment, promotion, coupon, target, `${param}[promotion_code]`)
    change(store, 'promotion_code', promotion.id, {
      times_redeemed: promotion.times_redeemed + 1,
      active: promotion.max_redemptions === null || promotion.times_redeemed + 1 < promotion.max_redemptions,
    })
    return discountOf(moment, coupon, target, promotion.id)
  }
  const coupon = named(store, 'coupon', wish.coupon ?? '', `${param}[coupon]`)
  checkCoupon(moment, coupon, target, `${param}[coupon]`)
  return discountOf(moment, coupon, target, null)
}

function discountOf(moment: Moment, coupon: Coupon, { customer, id }: Target, promotion: string | null) {
  const { store, now } = moment
  change(store, 'coupon', coupon.id, {
    times_redeemed: coupon.times_redeemed + 1,
    valid: coupon.max_redemptions === null || coupon.times_redeemed + 1 < coupon.max_redemptions,
  })
  const discount: Objects['discount'] = {
    id: store.id('di'),
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: endOf(coupon, now),
    invoice: null,
    invoice_item: null,
    promotion_code: promotion,
    source: { type: 'coupon', coupon: coupon.id },
    start: now,
    subscription: id,
    subscription_item: null,
  }
  store.put('discount', discount)
  store.emit('customer.discount.created', discount)
  return discount.id
}

function endOf({ duration, duration_in_months }: Coupon, now: number): number | null {
  if (duration !== 'repeating') return null
  return addIntervals(now, { interval: 'month', interval_count: 1 }, duration_in_months ?? 1)
}

function couponOf(store: ObjectStore, promotion: Promotion): Coupon {
  return store.require('coupon', promotion.promotion.coupon ?? '')
}

function checkCoupon({ now }: Moment, coupon: Coupon, { currency }: Target, param: string): void {
  if (coupon.amount_off !== null && coupon.currency !== currency) {
    throw refused(`Coupon ${coupon.id} is in another currency than this order.`, undefined, param)
  }
  const over = coupon.redeem_by !== null && coupon.redeem_by < now
  if (over || !coupon.valid) throw refused(`Coupon ${coupon.id} is used up or expired.`, 'coupon_expired', param)
}

// Stripe's error code for an unusable promotion code is undocumented, so our code relies on `param` only.
function checkPromotion(moment: Moment, promotion: Promotion, coupon: Coupon, target: Target, param: string): void {
  const { now } = moment
  const over = promotion.expires_at !== null && promotion.expires_at < now
  const full = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions
  if (!promotion.active || over || full) {
    throw refused('This promotion code is not active, or has expired.', 'promotion_code_expired', param)
  }
  checkCoupon(moment, coupon, target, param)
  if (promotion.customer && promotion.customer !== target.customer) {
    throw refused(
      'This promotion code cannot be redeemed because it belongs to a different customer.',
      undefined,
      param,
    )
  }
}

/** 400 if a promotion code requires a larger order. */
export function checkMinimum(store: ObjectStore, discounts: string[], subtotal: number): void {
  for (const [index, id] of discounts.entries()) {
    const promotion = store.get('promotion_code', store.get('discount', id)?.promotion_code)
    const least = promotion?.restrictions.minimum_amount ?? 0
    if (subtotal >= least) continue
    throw refused(
      'This promotion code cannot be redeemed because the order is below its minimum amount.',
      undefined,
      `discounts[${index}][promotion_code]`,
    )
  }
}

/** Finds the cuts of the discounts at this second, without ended ones. */
export function cutsOf({ store, now }: Moment, discounts: string[]): Cut[] {
  return discounts.flatMap((id) => {
    const discount = store.get('discount', id)
    const coupon = store.get('coupon', discount?.source.coupon)
    if (!discount || !coupon || (discount.end !== null && discount.end <= now)) return []
    const { percent_off, amount_off } = coupon
    return [{ discount: id, percent_off, amount_off, products: coupon.applies_to?.products ?? null }]
  })
}

/** The first invoice that a `once` coupon reduces uses it up; it waits out a trial (assumed). */
export function leftAfter(store: ObjectStore, discounts: string[], used: string[], now: number): string[] {
  return discounts.filter((id) => {
    const discount = store.get('discount', id)
    const once = store.get('coupon', discount?.source.coupon)?.duration === 'once'
    const over = discount?.end != null && discount.end <= now
    return !over && !(once && used.includes(id))
  })
}

function refused(message: string, code: string | undefined, param: string) {
  return invalidRequest(message, { param, ...(code !== undefined && { code }) })
}
