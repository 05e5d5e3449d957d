import { expect } from 'vitest'
import { invoiceOf } from '../testing/subscriber.fixture.ts'
import { outcomeOf, type Fact } from './contract.fixture.ts'

/** The params with which a new card is checked on the billing page. */
const OFF_SESSION = {
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  use_stripe_sdk: true,
  usage: 'off_session',
} as const

/** Cards, and the intents that check or charge them. */
export const paymentFacts: Fact[] = [
  {
    name: 'refuses to attach a dead card',
    async work({ stripe, customer }) {
      const refused = await outcomeOf(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer }))
      expect(refused).toMatchObject({ statusCode: 402, code: 'card_declined' })
    },
  },
  {
    name: 'attaching a card twice to the same customer changes nothing',
    assumes: 'Stripe documents a refusal for another customer only. Our Worker accepts a refusal here too.',
    async work({ attach, stripe, customer }) {
      const { id } = await attach('visa')
      expect(await stripe.paymentMethods.attach(id, { customer })).toMatchObject({ id, customer })
    },
  },
  {
    name: 'creates a SetupIntent that waits, and confirms it',
    async work({ attach, stripe, customer }) {
      const { id: payment_method } = await attach('visa')
      const setup = await stripe.setupIntents.create({ customer, payment_method, ...OFF_SESSION })
      expect(setup).toMatchObject({ status: 'requires_confirmation', usage: 'off_session' })
      expect(await stripe.setupIntents.confirm(setup.id)).toMatchObject({ status: 'succeeded', payment_method })
    },
  },
  {
    name: 'confirms a SetupIntent at once unless 3DS is required',
    async work({ attach, stripe, customer }) {
      const setUp = async (card: string) => {
        const { id: payment_method } = await attach(card)
        return stripe.setupIntents.create({ customer, payment_method, confirm: true, ...OFF_SESSION })
      }
      expect(await setUp('visa')).toMatchObject({ status: 'succeeded' })
      expect(await setUp('authenticationRequired')).toMatchObject({
        status: 'requires_action',
        client_secret: expect.stringContaining('_secret_'),
        next_action: { type: 'use_stripe_sdk' },
      })
    },
  },
  {
    name: 'refuses to pay an invoice that needs 3DS, and says so',
    async work(shop) {
      const { subscription, intent } = await shop.subscribe('authenticationRequired')
      const refused = await outcomeOf(shop.stripe.invoices.pay(invoiceOf(subscription).id, { off_session: false }))
      expect(refused).toMatchObject({ statusCode: 402, code: 'invoice_payment_intent_requires_action' })
      expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
    },
  },
  {
    name: 'replays that refusal for the same idempotency key',
    async work(shop) {
      const { subscription } = await shop.subscribe('authenticationRequired')
      const options = { idempotencyKey: `contract-${crypto.randomUUID()}` }
      const pay = () => shop.stripe.invoices.pay(invoiceOf(subscription).id, { off_session: false }, options)
      const first = await outcomeOf(pay())
      expect(first).toMatchObject({ statusCode: 402 })
      expect(await outcomeOf(pay())).toMatchObject({
        statusCode: 402,
        code: 'invoice_payment_intent_requires_action',
        headers: { 'idempotent-replayed': 'true' },
      })
    },
  },
  {
    name: 'refuses to confirm a card that may redirect without a way back',
    async work({ attach, stripe, customer }) {
      const { id: payment_method } = await attach('visa')
      const refused = await outcomeOf(stripe.setupIntents.create({ customer, payment_method, confirm: true }))
      expect(refused).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })
    },
  },
  {
    name: 'refuses the card of another customer',
    async work({ attach, stripe }) {
      const { id: payment_method } = await attach('visa')
      const { id: customer } = await stripe.customers.create({ name: 'Bo' })
      const refused = await outcomeOf(stripe.setupIntents.create({ customer, payment_method, ...OFF_SESSION }))
      expect(refused).toMatchObject({ statusCode: 400 })
      await stripe.customers.del(customer)
    },
  },
  {
    name: 'refunds in parts, never more than was paid',
    async work(shop) {
      const { intent } = await shop.subscribe('visa')
      const refund = (amount?: number) =>
        outcomeOf(shop.stripe.refunds.create({ payment_intent: intent.id, ...(amount && { amount }) }))
      expect(await refund(149)).toMatchObject({ status: 'succeeded', amount: 149 })
      expect(await refund(201)).toMatchObject({ statusCode: 400 })
      expect(await refund()).toMatchObject({ status: 'succeeded', amount: 200 })
      expect(await refund()).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
      const { data } = await shop.stripe.charges.list({ payment_intent: intent.id })
      expect(data).toMatchObject([{ amount: 349, amount_refunded: 349, refunded: true }])
    },
  },
]
