import { expect } from 'vitest'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'
import { outcomeOf, type Fact } from './contract.fixture.ts'

/** Upgrades, booked changes of the interval, and what previews say of them. */
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
    name: 'a phase of a year begins it at the period’s end, without a proration',
    async work(shop) {
      const { stripe, customer } = shop
      const { subscription } = await shop.subscribe('visa')
      const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
      const [running] = schedule.phases
      const { start_date = 0, end_date = 0 } = running ?? {}
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          { items: [{ price: shop.price }], start_date, end_date, proration_behavior: 'none' },
          {
            items: [{ price: shop.yearly }],
            duration: { interval: 'year', interval_count: 1 },
            proration_behavior: 'none',
            billing_cycle_anchor: 'phase_start',
          },
        ],
      })
      expect(await stripe.invoices.createPreview({ customer, schedule: schedule.id })).toMatchObject({ total: 3499 })
      await shop.advance(31 * DAY_SECONDS + 2 * 3600)
      const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
      expect(after).toMatchObject({
        billing_cycle_anchor: end_date,
        latest_invoice: { total: 3499, status: 'paid' },
        items: { data: [{ current_period_start: end_date, price: { id: shop.yearly } }] },
      })
      expect((await stripe.invoices.list({ customer })).data).toHaveLength(2)
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
  {
    name: 'refuses to cancel a scheduled subscription directly',
    async work({ subscribe, stripe }) {
      const { subscription } = await subscribe('visa')
      await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
      const refused = await outcomeOf(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }))
      expect(refused).toMatchObject({ statusCode: 400 })
      expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ cancel_at_period_end: false })
    },
  },
]
