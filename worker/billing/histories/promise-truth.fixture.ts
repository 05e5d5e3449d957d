import { expect } from 'vitest'
import type { Objects } from '../../../packages/stripe-stand-in/index.ts'
import { subscribe_attempts } from '../../db/schema/billing.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'

type Invoice = Objects['invoice']

/**
 * The first payment with a code, after a trial or without one, is what checkout promised, or the difference was credited,
 * to the cent. The promise is computed again from what the buyer asked for and from what Stripe billed.
 */
export async function promisesKept({ ctx, emulator }: BillingFixture): Promise<void> {
  const { store } = emulator
  for (const { id, request, stripe_subscription_id: subscription } of await ctx.db.select().from(subscribe_attempts)) {
    const coupon = store.get('coupon', store.get('promotion_code', request.promotion_code)?.promotion.coupon)
    if (!coupon || subscription === null) continue
    const first = store
      .all('invoice', ({ parent }) => parent?.subscription_details?.subscription === subscription)
      .findLast(({ subtotal }) => subtotal > 0)
    if (first?.status !== 'paid' && first?.status !== 'draft') continue
    const credits = store.all('customer_balance_transaction', (each) => each.metadata?.['trial_promotion'] === id)
    const credited = credits.reduce((sum, { amount }) => sum - amount, 0)
    const promised = promisedFirstPayment(first, coupon)
    const why = `the first payment of ${subscription}`
    // A coupon for Pro alone that was credited for stays credited after an upgrade to Pro+.
    if (billsFor(first, coupon)) expect(first.total - credited, why).toBe(promised)
    else expect(first.total, why).toBe(promised)
  }
}

function promisedFirstPayment(first: Invoice, coupon: Objects['coupon']): number {
  const percent = billsFor(first, coupon) ? (coupon.percent_off ?? 0) : 0
  return first.subtotal - Math.round((first.subtotal * percent) / 100)
}

function billsFor({ lines }: Invoice, { applies_to }: Objects['coupon']): boolean {
  const product = String(lines.data[0]?.pricing?.price_details?.product)
  return applies_to?.products.includes(product) ?? true
}
