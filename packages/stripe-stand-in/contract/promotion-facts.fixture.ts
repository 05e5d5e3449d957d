import { expect } from 'vitest'
import type { Stripe } from 'stripe'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'
import { invoiceOf } from '../testing/subscriber.fixture.ts'
import type { Fact } from './contract.fixture.ts'

/** Promotion codes: at the start, over a trial and in an upgrade. */
export const promotionFacts: Fact[] = [
  {
    name: 'finds a promotion code in any case and previews it',
    async work({ stripe, customer, price, promote }) {
      const promotion = await promote({ percent_off: 20, duration: 'once' })
      const { data } = await stripe.promotionCodes.list({
        code: promotion.code.toLowerCase(),
        active: true,
        expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'],
      })
      expect(data).toMatchObject([{ id: promotion.id, promotion: { coupon: { percent_off: 20, valid: true } } }])
      const preview = await stripe.invoices.createPreview({
        customer,
        subscription_details: { items: [{ price }] },
        discounts: [{ promotion_code: promotion.id }],
      })
      expect(preview).toMatchObject({ subtotal: 349, total: 279, total_discount_amounts: [{ amount: 70 }] })
    },
  },
  {
    name: 'a coupon of duration once waits out a trial',
    assumes: "Stripe does not say whether a trial's $0 invoice uses up the coupon; the stand-in keeps it.",
    async work(shop) {
      const { id: promotion_code } = await shop.promote({ percent_off: 20, duration: 'once' })
      const { id } = await shop.create('visa', { trial_period_days: 7, discounts: [{ promotion_code }] })
      await shop.advance(8 * DAY_SECONDS)
      const paid = await shop.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
      expect(paid).toMatchObject({ status: 'active', latest_invoice: { status: 'paid', total: 279 } })
    },
  },
  {
    name: 'an upgrade keeps a code that applies forever',
    async work(shop) {
      const { id: promotion_code } = await shop.promote({ percent_off: 10, duration: 'forever' })
      const { subscription } = await shop.subscribe('visa', { discounts: [{ promotion_code }] })
      const at = await shop.advance(10 * DAY_SECONDS)
      const { preview, changed, invoice } = await shop.change(subscription, shop.dearer, at)
      expect(invoice).toMatchObject({ total: preview.total, status: 'paid' })
      expectWithinOneCent(invoice.total, 0.9 * (999 - 349) * leftOf(subscription, at))
      expect(changed.discounts).toHaveLength(1)
    },
  },
  {
    name: 'an upgrade credits what a used code left to pay',
    assumes: 'The credit for unused time is a part of the discounted price, as with `proration_discounts: included`.',
    async work(shop) {
      const { id: promotion_code } = await shop.promote({ percent_off: 20, duration: 'once' })
      const { subscription } = await shop.subscribe('visa', { discounts: [{ promotion_code }] })
      expect(invoiceOf(subscription).total).toBe(279)
      const at = await shop.advance(10 * DAY_SECONDS)
      const { preview, invoice } = await shop.change(subscription, shop.dearer, at)
      expect(invoice).toMatchObject({ total: preview.total, status: 'paid' })
      expectWithinOneCent(invoice.total, (999 - 279) * leftOf(subscription, at))
    },
  },
]

/** The part of the paid period that is left, from 0 to 1. */
function leftOf({ items }: Stripe.Subscription, at: number): number {
  const { current_period_start: start, current_period_end: end } = items.data[0] ?? {}
  return start === undefined || end === undefined ? Number.NaN : (end - at) / (end - start)
}

/** Credit and charge are rounded by themselves. */
function expectWithinOneCent(amount: number, exact: number): void {
  expect(amount).toBeGreaterThanOrEqual(Math.floor(exact - 1))
  expect(amount).toBeLessThanOrEqual(Math.ceil(exact + 1))
}
