import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

type World = Awaited<ReturnType<typeof subscriberFixture>>

/** A Pro+ subscriber. */
const aPlusSubscriber = async (more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const world = await subscriberFixture('visa', more)
  await world.upgrade({ proration_behavior: 'none', payment_behavior: 'allow_incomplete' })
  return { ...world, id: world.subscription.id }
}
const attach = ({ stripe, subscription }: World) =>
  stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
const scheduled = async (world: World) => ({ world, schedule: await attach(world) })
function only({ phases }: Stripe.SubscriptionSchedule) {
  const [first] = phases
  if (!first) throw new Error('The schedule has no phase.')
  return first
}

function downgrade(world: World, schedule: Stripe.SubscriptionSchedule, more = {}, next = {}) {
  const { start_date, end_date, trial_end } = only(schedule)
  const discounts = world.subscription.discounts.map((discount) => ({ discount: String(discount) }))
  return world.stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: world.prices.plusMonth, quantity: 1 }],
        start_date,
        end_date,
        discounts,
        ...(trial_end && { trial_end }),
        ...more,
      },
      {
        items: [{ price: world.prices.proMonth, quantity: 1 }],
        duration: { interval: 'month', interval_count: 1 },
        proration_behavior: 'none',
        discounts,
        ...next,
      },
    ],
  })
}

describe('a schedule from a subscription', () => {
  test('takes no scheduled subscription', async () => {
    const world = await aPlusSubscriber()
    const schedule = await attach(world)
    expect((await refusal(attach(world))).message).toContain(`already attached to a schedule: \`${schedule.id}\``)
  })

  test('ends with a subscription that was canceled before', async () => {
    const world = await aPlusSubscriber()
    await world.stripe.subscriptions.update(world.subscription.id, { cancel_at_period_end: true })
    const schedule = await attach(world)
    expect(schedule.end_behavior).toBe('cancel')
    await world.stripe.subscriptionSchedules.release(schedule.id, { preserve_cancel_date: true })
    expect((await world.read(world.subscription.id)).cancel_at_period_end).toBe(true)
  })
})

test.each([
  ['automatic', 31],
  ['phase_start', 28],
] as const)('a phase keeps interval and day of month (%s: %i)', async (anchor, day) => {
  const world = await aPlusSubscriber()
  world.wait((Date.UTC(2027, 0, 31, 12) - world.clock.now) / 1000)
  // Another interval begins a cycle on this day.
  await world.upgrade({}, world.prices.plusYear)
  await world.upgrade({}, world.prices.plusMonth)
  const schedule = await attach(world)
  await downgrade(world, schedule, {}, { billing_cycle_anchor: anchor })
  world.wait(29 * DAY_SECONDS)
  const [item] = (await world.read(world.subscription.id)).items.data
  expect(new Date((item?.current_period_end ?? 0) * 1000).getUTCDate()).toBe(day)
})

test('announces what becomes of a schedule', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  await downgrade(world, schedule)
  await world.stripe.subscriptionSchedules.release(schedule.id)
  const other = await attach(world)
  await world.stripe.subscriptions.cancel(world.subscription.id)
  expect((await world.stripe.subscriptionSchedules.retrieve(other.id)).status).toBe('canceled')
  const types = (await world.events())
    .map(({ type }) => type)
    .filter((type) => type.startsWith('subscription_schedule'))
  expect(types).toEqual([
    'subscription_schedule.created',
    'subscription_schedule.updated',
    'subscription_schedule.released',
    'subscription_schedule.created',
    'subscription_schedule.canceled',
  ])
})

test('a phase without discounts takes the subscription’s away', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber({ discounts: [{ coupon: 'forever' }] }))
  await downgrade(world, schedule, {}, { discounts: '' })
  expect((await world.read(world.subscription.id)).discounts).toHaveLength(1)
  world.wait(31 * DAY_SECONDS)
  expect((await world.read(world.subscription.id)).discounts).toEqual([])
})

test('ends a trial that the current phase no longer has', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber({ trial_period_days: 7 }))
  expect((await downgrade(world, schedule)).status).toBe('active')
  expect((await world.read(world.subscription.id)).status).toBe('trialing')
  await downgrade(world, schedule, { trial_end: undefined })
  expect((await world.read(world.subscription.id)).status).toBe('active')
})

test('pays with the schedule’s card from the next phase on', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  await downgrade(world, schedule)
  const { stripe, subscription, customer, method } = world
  const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: other.id })
  expect((await world.read(subscription.id)).default_payment_method).toBe(other.id)
  world.wait(31 * DAY_SECONDS)
  expect((await world.read(subscription.id)).default_payment_method).toBe(method)
})

test.each([
  ['another start of the current phase', { start_date: 5 }, {}, 'phases[0][start_date]'],
  ['an end before the start', { end_date: 5 }, {}, 'phases[0][end_date]'],
  ['an unknown price', {}, { items: [{ price: 'price_none' }] }, 'phases[1][items][0][price]'],
  ['an unknown discount', {}, { discounts: [{ discount: 'di_none' }] }, 'phases[1][discounts][0][discount]'],
  ['another end of the trial', { trial_end: 4_000_000_000 }, {}, 'phases[0][trial_end]'],
])('refuses %s', async (_, first, next, param) => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  expect((await refusal(downgrade(world, schedule, first, next))).param).toBe(param)
  expect((await world.stripe.subscriptionSchedules.retrieve(schedule.id)).phases).toHaveLength(1)
})

test('refuses an end date together with a duration', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  const both = downgrade(world, schedule, { duration: { interval: 'month' } })
  expect((await refusal(both)).message).toContain('only specify one')
})

test('a released schedule takes no more changes', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  await world.stripe.subscriptionSchedules.release(schedule.id)
  expect((await refusal(downgrade(world, schedule))).message).toContain('`released` status')
  expect((await refusal(world.stripe.subscriptionSchedules.release(schedule.id))).message).toContain('cannot release')
  const preview = world.stripe.invoices.createPreview({ schedule: schedule.id })
  expect((await refusal(preview)).code).toBe('invoice_upcoming_none')
})
