import { expect, test } from 'vitest'
import { catalogFixture, intentId, invoiceOf, refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'

const stays = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } } as const

test('refuses a setup with an unknown allow_redirects', async () => {
  const { stripe } = await catalogFixture()
  const sometimes = { automatic_payment_methods: { enabled: true, allow_redirects: 'sometimes' } }
  expect(await refusal(stripe.setupIntents.create(sometimes as never))).toMatchObject({
    statusCode: 400,
    param: 'automatic_payment_methods[allow_redirects]',
    message: 'Invalid automatic_payment_methods[allow_redirects]: must be one of always or never',
  })
})

/** Ada with a card, and Bo who must not pay with it. */
async function twoBuyers() {
  const world = await catalogFixture()
  const ada = await world.buyer()
  const bo = await world.buyer()
  return { ...world, card: ada.method, owner: ada.customer, customer: bo.customer }
}

const belongsTo = (card: string, customer: string) =>
  `The PaymentMethod ${card} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with the Customer that it belongs to instead.`

type Two = Awaited<ReturnType<typeof twoBuyers>>

const foreignCards: [string, (world: Two) => Promise<unknown>][] = [
  [
    'a payment',
    async ({ stripe, customer, card, prices }) => {
      const subscription = await stripe.subscriptions.create({
        customer,
        items: [{ price: prices.proMonth }],
        payment_behavior: 'default_incomplete',
        expand: ['latest_invoice.payments'],
      })
      return stripe.paymentIntents.confirm(intentId(invoiceOf(subscription)), { payment_method: card })
    },
  ],
  ['a new setup', ({ stripe, customer, card }) => stripe.setupIntents.create({ customer, payment_method: card })],
  [
    'a confirmed setup',
    async ({ stripe, customer, card }) => {
      const { id } = await stripe.setupIntents.create({ ...stays, customer })
      return stripe.setupIntents.confirm(id, { payment_method: card })
    },
  ],
  [
    'the payment of an invoice',
    async ({ stripe, customer, card }) => {
      await stripe.invoiceItems.create({ customer, amount: 500, currency: 'usd' })
      const { id } = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' })
      return stripe.invoices.pay(id, { payment_method: card })
    },
  ],
]

test.each(foreignCards)("refuses another customer's card for %s", async (_, use) => {
  const world = await twoBuyers()
  const error = await refusal(use(world))
  expect(error).toMatchObject({
    statusCode: 400,
    param: 'payment_method',
    message: belongsTo(world.card, world.customer),
  })
  expect((await world.stripe.charges.list()).data).toEqual([])
})

test("refuses a customer's card for a setup without a customer", async () => {
  const { stripe, card, owner } = await twoBuyers()
  expect(await refusal(stripe.setupIntents.create({ payment_method: card }))).toMatchObject({
    statusCode: 400,
    param: 'payment_method',
    message: `The payment method supplied (${card}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the SetupIntent.`,
  })
})

test("refuses to preview another customer's subscription", async () => {
  const { stripe, subscription, buyer } = await subscriberFixture()
  const { customer } = await buyer()
  expect(await refusal(stripe.invoices.createPreview({ customer, subscription: subscription.id }))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'subscription',
    message: `Customer ${customer} does not have a subscription with ID ${subscription.id}`,
  })
})
