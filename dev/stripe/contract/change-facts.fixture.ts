import { expect } from 'vitest'
import { DAY_SECONDS } from '../seconds.ts'
import { outcomeOf, type Fact } from './contract.fixture.ts'

/** Upgrades, switches of the interval, and what previews say of them. */
export const changeFacts: Fact[] = [
  {
    name: 'refuses an upgrade that cannot be paid, and changes nothing',
    async work(shop) {
      const { stripe, dearer } = shop
      const { subscription, item } = await shop.subscribe('visa')
      const { id: card } = await shop.attach('chargeCustomerFail')
      await stripe.subscriptions.update(subscription.id, { default_payment_method: card })
      const refused = await outcomeOf(
        stripe.subscriptions.update(subscription.id, {
          items: [{ id: item, price: dearer }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        }),
      )
      expect(refused).toMatchObject({ statusCode: 402 })
      const after = await stripe.subscriptions.retrieve(subscription.id)
      expect(after.items.data[0]?.price.id).toBe(shop.price)
    },
  },
  {
    name: 'charges an upgrade as previewed, to the cent',
    async work(shop) {
      const { subscription } = await shop.subscribe('visa')
      const at = await shop.advance(10 * DAY_SECONDS)
      const { preview, invoice } = await shop.change(subscription, shop.dearer, at)
      expect(invoice).toMatchObject({ total: preview.total, status: 'paid' })
      expect(preview.total).toBeGreaterThan(0)
    },
  },
  {
    name: 'switching to a year credits the month and starts the year',
    async work(shop) {
      const { subscription } = await shop.subscribe('visa')
      const at = await shop.advance(10 * DAY_SECONDS)
      const { preview, changed, invoice } = await shop.change(subscription, shop.yearly, at)
      expect(invoice).toMatchObject({ total: preview.total, status: 'paid', billing_reason: 'subscription_update' })
      const amounts = invoice.lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b)
      expect(amounts).toEqual([preview.total - 3499, 3499])
      expect(preview.total).toBeLessThan(3499)
      expect(changed).toMatchObject({ billing_cycle_anchor: at, items: { data: [{ current_period_start: at }] } })
    },
  },
  {
    name: 'switching to a month keeps the rest as credit of the customer',
    async work(shop) {
      const { stripe, customer } = shop
      const { subscription } = await shop.subscribe('visa', { items: [{ price: shop.yearly }] })
      const at = await shop.advance(10 * DAY_SECONDS)
      const { preview, changed, invoice } = await shop.change(subscription, shop.price, at)
      expect(invoice).toMatchObject({ total: preview.total, amount_due: 0, status: 'paid' })
      expect(preview.total).toBeLessThan(-2500)
      expect(changed).toMatchObject({ items: { data: [{ current_period_start: at }] } })
      expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: preview.total })
    },
  },
  {
    name: 'previews no renewal of a canceled plan unless taken back',
    async work(shop) {
      const { stripe, customer } = shop
      const { subscription } = await shop.subscribe('visa')
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      const wanted = { customer, subscription: subscription.id }
      expect(await outcomeOf(stripe.invoices.createPreview(wanted))).toMatchObject({
        statusCode: 404,
        code: 'invoice_upcoming_none',
      })
      const subscription_details = { cancel_at_period_end: false }
      expect(await stripe.invoices.createPreview({ ...wanted, subscription_details })).toMatchObject({ total: 349 })
      const { cancel_at_period_end } = await stripe.subscriptions.retrieve(subscription.id)
      expect(cancel_at_period_end).toBe(true)
    },
  },
  {
    name: 'charges an upgrade that takes a cancellation back as previewed',
    async work(shop) {
      const { subscription } = await shop.subscribe('visa')
      await shop.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      const at = await shop.advance(10 * DAY_SECONDS)
      const { preview, changed, invoice } = await shop.change(subscription, shop.dearer, at, {
        cancel_at_period_end: false,
      })
      expect(invoice).toMatchObject({ total: preview.total, status: 'paid' })
      expect(changed).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    },
  },
]
