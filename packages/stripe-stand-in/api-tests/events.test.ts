import { expect, test } from 'vitest'
import { catalogFixture, intentId, subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

/** The types of the events after the first `count`, without charge events. */
async function since(
  world: Pick<Awaited<ReturnType<typeof catalogFixture>>, 'events'>,
  count: number,
): Promise<string[]> {
  const events = await world.events()
  return events.slice(count).map((event) => event.type)
}

test('an update event holds the previous values and nothing more', async () => {
  const { stripe, subscription, events } = await subscriberFixture()
  await stripe.subscriptions.update(subscription.id, { metadata: { color: 'red' } })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  const [named, ending] = await events('customer.subscription.updated')
  expect(named?.data.previous_attributes).toEqual({ metadata: { color: null } })
  expect(ending?.data.previous_attributes).toEqual({
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
  })
  expect(ending?.data.object).toMatchObject({ id: subscription.id, cancel_at_period_end: true })
})

test('sends no event when nothing changes', async () => {
  const { stripe, subscription, events } = await subscriberFixture()
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(await events('customer.subscription.updated')).toEqual([])
})

test('reports an unpaid renewal in the order it happens', async () => {
  const world = await subscriberFixture()
  const bad = await world.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: world.customer })
  await world.stripe.subscriptions.update(world.subscription.id, { default_payment_method: bad.id })
  const before = (await world.events()).length
  world.wait(30 * DAY_SECONDS + 3600)
  expect(await since(world, before)).toEqual([
    'invoice.created',
    'customer.subscription.updated',
    'invoice.updated',
    'invoice.finalized',
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'invoice.updated',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ])
  const [due] = (await world.events('customer.subscription.updated')).slice(-1)
  expect(due?.data).toMatchObject({ object: { status: 'past_due' }, previous_attributes: { status: 'active' } })
})

test('reports each step of a first payment that needs authentication', async () => {
  const world = await catalogFixture()
  const { invoice, subscription } = await world.subscribe('authenticationRequired')
  const before = (await world.events()).length
  world.pass(intentId(invoice))
  expect(await since(world, before)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ])
  const [active] = await world.events('customer.subscription.updated')
  expect(active?.data).toMatchObject({
    object: { id: subscription.id, status: 'active' },
    previous_attributes: { status: 'incomplete' },
  })
})
