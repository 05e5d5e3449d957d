import { expect, test } from 'vitest'
import { catalogFixture, intentId, refusal } from '../testing/subscriber.fixture.ts'

test.each([
  ['failed', 'chargeCustomerFail', 'charge_not_refundable'],
  ['disputed', 'createDispute', 'charge_disputed'],
])('refuses to refund a %s charge', async (_, card, code) => {
  const { subscribe, stripe } = await catalogFixture()
  const { invoice } = await subscribe(card)
  const error = await refusal(stripe.refunds.create({ payment_intent: intentId(invoice) }))
  expect(error).toMatchObject({ statusCode: 400, code })
})
