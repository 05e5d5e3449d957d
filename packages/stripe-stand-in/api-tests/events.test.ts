import { expect, test } from 'vitest'
import { subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

/** The types of the events after the first `count`, without charge events. */
async function since(world: Awaited<ReturnType<typeof subscriberFixture>>, count: number): Promise<string[]> {
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
