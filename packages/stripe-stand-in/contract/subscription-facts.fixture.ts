import { expect } from 'vitest'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'
import { invoiceOf } from '../testing/subscriber.fixture.ts'
import type { Fact } from './contract.fixture.ts'

/** How a subscription starts, renews and ends. */
export const subscriptionFacts: Fact[] = [
  {
    name: 'charges a working card at once and activates the subscription',
    async work(shop) {
      const { subscription, intent } = await shop.subscribe('visa')
      expect(subscription).toMatchObject({
        status: 'active',
        latest_invoice: { status: 'paid', total: 349, payments: { data: [{ is_default: true, status: 'paid' }] } },
        pending_setup_intent: null,
      })
      expect(intent).toMatchObject({ status: 'succeeded', amount: 349 })
    },
  },
  {
    name: 'stays incomplete with a client secret when 3DS is required',
    async work(shop) {
      const { subscription, intent } = await shop.subscribe('authenticationRequired')
      expect(subscription).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })
      expect(intent.status).toBe('requires_action')
      expect(subscription).toMatchObject({
        latest_invoice: { confirmation_secret: { type: 'payment_intent', client_secret: intent.client_secret } },
      })
    },
  },
  {
    name: 'leaves a declined subscription incomplete, with the reason',
    async work(shop) {
      const { subscription, intent } = await shop.subscribe('chargeCustomerFail')
      expect(subscription.status).toBe('incomplete')
      expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
    },
  },
  {
    name: 'voiding the first invoice cancels its payment',
    async work(shop) {
      const { subscription, intent } = await shop.subscribe('authenticationRequired')
      const invoice = await shop.stripe.invoices.voidInvoice(invoiceOf(subscription).id)
      expect(invoice).toMatchObject({ status: 'void', amount_paid: 0 })
      expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'void_invoice',
      })
    },
  },
  {
    name: 'voiding the first invoice expires an incomplete subscription',
    assumes: 'Stripe does not say what becomes of the subscription; the stand-in can also let it wait or activate it.',
    async work(shop) {
      const { subscription } = await shop.subscribe('authenticationRequired')
      await shop.stripe.invoices.voidInvoice(invoiceOf(subscription).id)
      const { status } = await shop.stripe.subscriptions.retrieve(subscription.id)
      expect(status).toBe('incomplete_expired')
    },
  },
  {
    name: 'starts a trial at once, with setup only for 3DS',
    async work(shop) {
      const good = await shop.create('visa', { trial_period_days: 7 })
      expect(good).toMatchObject({ status: 'trialing', pending_setup_intent: null })
      const asking = await shop.create('authenticationRequired', { trial_period_days: 7 })
      expect(asking).toMatchObject({ status: 'trialing', pending_setup_intent: { status: 'requires_action' } })
    },
  },
  {
    name: 'bills $0 for a trial, and that invoice is paid',
    assumes: 'Stripe documents the $0 invoice for classic billing; the stand-in makes it in flexible billing too.',
    async work(shop) {
      const { latest_invoice } = await shop.create('visa', { trial_period_days: 7 })
      expect(latest_invoice).toMatchObject({ status: 'paid', total: 0, billing_reason: 'subscription_create' })
    },
  },
  {
    name: 'canceling an unproven trial leaves its SetupIntent to be canceled',
    async work({ create, stripe }) {
      const { id, pending_setup_intent: setup } = await create('authenticationRequired', { trial_period_days: 7 })
      expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
      const setupId = setup === null || typeof setup === 'string' ? '' : setup.id
      expect(await stripe.setupIntents.retrieve(setupId)).toMatchObject({ status: 'requires_action' })
      expect(await stripe.setupIntents.cancel(setupId)).toMatchObject({ status: 'canceled' })
    },
  },
  {
    name: 'renews monthly, and ends with the period only when canceled',
    async work(shop) {
      const { stripe } = shop
      const { subscription } = await shop.subscribe('visa')
      await shop.advance(32 * DAY_SECONDS)
      const { data } = await stripe.invoices.list({ subscription: subscription.id })
      expect(data.map(({ status, billing_reason }) => `${billing_reason} ${status}`)).toEqual([
        'subscription_cycle paid',
        'subscription_create paid',
      ])
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      const back = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
      expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
      await shop.advance(32 * DAY_SECONDS)
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    },
  },
  {
    name: 'expires after 23 hours without a payment, and voids its invoice',
    async work(shop) {
      const { subscription, intent } = await shop.subscribe('authenticationRequired')
      await shop.advance(DAY_SECONDS)
      const after = await shop.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
      expect(after).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } })
      expect(await shop.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'canceled' })
    },
  },
  {
    name: 'canceling at once with a prorated invoice credits unused time',
    async work(shop) {
      const { subscription } = await shop.subscribe('visa')
      await shop.advance(10 * DAY_SECONDS)
      const ended = await shop.stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
      expect(ended).toMatchObject({ status: 'canceled' })
      const customer = await shop.stripe.customers.retrieve(shop.customer)
      const { balance } = customer.deleted ? { balance: 0 } : customer
      // Two thirds of a month of 30 days, a little more of one with 31.
      expect(balance).toBeLessThan(-220)
      expect(balance).toBeGreaterThan(-240)
    },
  },
]
