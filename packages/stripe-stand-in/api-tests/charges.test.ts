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

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])('decides a dispute by the evidence %s', async (uncategorized_text, status) => {
  const { subscribe, stripe, emulator, events } = await catalogFixture()
  const { invoice } = await subscribe()
  const { data } = await stripe.charges.list({ payment_intent: intentId(invoice) })
  await stripe.refunds.create({ payment_intent: intentId(invoice), amount: 100 })
  const id = emulator.control.dispute(data[0]?.id ?? '')
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ amount: 249, status: 'needs_response' })
  await stripe.disputes.update(id, { evidence: { uncategorized_text }, submit: true })
  expect(await stripe.disputes.retrieve(id)).toMatchObject({ status })
  expect(await events('charge.dispute.closed')).toHaveLength(1)
})
