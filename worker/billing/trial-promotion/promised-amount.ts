import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'
import type { PromisedCoupon, CheckoutPromise } from '../../db/billing/promised-promotions.ts'

/** The part of a Stripe coupon that decides amounts. */
export function promisedCoupon({ id, percent_off, amount_off, applies_to, duration }: Stripe.Coupon): PromisedCoupon {
  return { id, percent_off, amount_off, products: applies_to?.products ?? [], once: duration === 'once' }
}

/**
 * The total that the promise allows for the first invoice, in cents. After a change of plan or interval, the coupon
 * lowers the new price. Null if the invoice bills no plan.
 */
export function promisedTotal({ price, amount, coupon }: CheckoutPromise, { lines, subtotal }: Stripe.Invoice) {
  const plan = lines.data.find((line) => line.amount > 0 && line.parent?.subscription_item_details?.proration === false)
  const billed = plan?.pricing?.price_details
  if (!plan || !billed) return null
  const promised = expandableId(billed.price) === price ? amount : reduced(coupon, plan.amount, billed.product)
  return subtotal - plan.amount + promised
}

/** Stripe rounds half a cent up. */
function reduced({ percent_off, amount_off, products }: PromisedCoupon, amount: number, product: string): number {
  if (products.length > 0 && !products.includes(product)) return amount
  const off = percent_off === null ? (amount_off ?? 0) : Math.round((amount * percent_off) / 100)
  return Math.max(0, amount - off)
}
