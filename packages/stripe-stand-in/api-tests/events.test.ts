import { expect, test } from 'vitest'
import { subscriberFixture } from '../testing/subscriber.fixture.ts'

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
