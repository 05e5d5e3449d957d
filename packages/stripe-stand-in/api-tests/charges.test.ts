import { expect, test } from 'vitest'
import { catalogFixture, intentId, refusal } from '../testing/subscriber.fixture.ts'

test('refunds in parts, never more than was paid', async () => {
  const { subscribe, stripe, events } = await catalogFixture()
  const { invoice, subscription } = await subscribe()
  const payment_intent = intentId(invoice)
  expect(await stripe.refunds.create({ payment_intent, amount: 149 })).toMatchObject({
    status: 'succeeded',
    amount: 149,
  })
  const { data } = await stripe.charges.list({ payment_intent })
  expect(data).toMatchObject([{ amount_refunded: 149, refunded: false, paid: true }])
  expect(await refusal(stripe.refunds.create({ payment_intent, amount: 201 }))).toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  await stripe.refunds.create({ payment_intent })
  expect((await refusal(stripe.refunds.create({ payment_intent }))).code).toBe('charge_already_refunded')
  const charge = await stripe.charges.retrieve(data[0]?.id ?? '', { expand: ['refunds'] })
  expect(charge).toMatchObject({
    refunded: true,
    amount_refunded: 349,
    refunds: { data: [{ amount: 200 }, { amount: 149 }] },
  })
  expect(await events('charge.refunded')).toHaveLength(2)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('refuses to refund a failed charge', async () => {
  const { subscribe, stripe } = await catalogFixture()
  const { invoice } = await subscribe('chargeCustomerFail')
  const error = await refusal(stripe.refunds.create({ payment_intent: intentId(invoice) }))
  expect(error.code).toBe('charge_not_refundable')
})

test('reports a dispute and an early fraud warning', async () => {
  const { subscribe, stripe, events } = await catalogFixture()
  const { invoice, customer } = await subscribe('createDispute')
  expect(invoice.status).toBe('paid')
  const [dispute] = (await stripe.disputes.list({ payment_intent: intentId(invoice) })).data
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 349 })
  const charge = await stripe.charges.retrieve(String(dispute?.charge))
  expect(charge).toMatchObject({ disputed: true, customer })
  await subscribe('createIssuerFraudRecord')
  const types = (await events()).map((event) => event.type)
  expect(types.filter((type) => /dispute|radar/.test(type))).toEqual([
    'charge.dispute.created',
    'radar.early_fraud_warning.created',
  ])
})

test('a refund may stay pending for an hour', async () => {
  const { subscribe, stripe, wait, events } = await catalogFixture()
  const { invoice } = await subscribe('pendingRefund')
  const { id } = await stripe.refunds.create({ payment_intent: intentId(invoice), amount: 100 })
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'pending', pending_reason: 'processing' })
  wait(3601)
  const done = await stripe.refunds.retrieve(id)
  expect(done.status).toBe('succeeded')
  expect(done).not.toHaveProperty('pending_reason')
  expect(await events('refund.updated')).toHaveLength(1)
})

test('a failed refund counts as refunded no more', async () => {
  const { subscribe, stripe, wait, events } = await catalogFixture()
  const { invoice } = await subscribe('refundFail')
  const { id, charge } = await stripe.refunds.create({ payment_intent: intentId(invoice), amount: 100 })
  expect((await stripe.charges.retrieve(String(charge))).amount_refunded).toBe(100)
  wait(3601)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' })
  expect((await stripe.charges.retrieve(String(charge))).amount_refunded).toBe(0)
  expect(await events('refund.failed')).toHaveLength(1)
})

test('refuses to refund a disputed charge', async () => {
  const { subscribe, stripe } = await catalogFixture()
  const { invoice } = await subscribe('createDispute')
  const error = await refusal(stripe.refunds.create({ payment_intent: intentId(invoice) }))
  expect(error).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
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
