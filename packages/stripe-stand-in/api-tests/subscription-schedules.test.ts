import { describe, expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { brokenInvariants } from '../testing/invariants.ts'
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
const priceOf = ({ items }: Stripe.Subscription) => items.data[0]?.price.id

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
  test('has the subscription as its only phase', async () => {
    const { world, schedule } = await scheduled(await aPlusSubscriber())
    const [item] = (await world.read(world.subscription.id)).items.data
    expect(schedule).toMatchObject({ status: 'active', end_behavior: 'release', subscription: world.subscription.id })
    expect(schedule.phases).toMatchObject([
      { end_date: item?.current_period_end, items: [{ price: world.prices.plusMonth, quantity: 1 }] },
    ])
    expect((await world.read(world.subscription.id)).schedule).toBe(schedule.id)
  })

  test('takes no other parameters, and no scheduled subscription', async () => {
    const world = await aPlusSubscriber()
    const both = { from_subscription: world.subscription.id, end_behavior: 'release' } as const
    expect((await refusal(world.stripe.subscriptionSchedules.create(both))).param).toBe('end_behavior')
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

test('refuses direct changes of the cancellation of a scheduled subscription', async () => {
  const { world } = await scheduled(await aPlusSubscriber())
  const soon = Math.floor(world.clock.now / 1000) + DAY_SECONDS
  for (const change of [{ cancel_at_period_end: true }, { cancel_at_period_end: false }, { cancel_at: soon }]) {
    const refused = await refusal(world.stripe.subscriptions.update(world.subscription.id, change))
    expect(refused.message).toContain('updating any cancelation behavior directly is not allowed')
  }
})

test('renews at the price of the next phase, without a proration', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  await downgrade(world, schedule)
  expect(priceOf(await world.read(world.subscription.id))).toBe(world.prices.plusMonth)
  const preview = await world.stripe.invoices.createPreview({ schedule: schedule.id })
  expect([preview.amount_due, preview.lines.data.length]).toEqual([349, 1])
  world.wait(31 * DAY_SECONDS)
  const after = await world.read(world.subscription.id)
  expect(priceOf(after)).toBe(world.prices.proMonth)
  expect(after.latest_invoice).toMatchObject({ status: 'paid', total: 349, billing_reason: 'subscription_cycle' })
  expect(await world.stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'active' })
  world.wait(31 * DAY_SECONDS)
  expect((await world.read(world.subscription.id)).schedule).toBeNull()
  const over = await world.stripe.subscriptionSchedules.retrieve(schedule.id)
  expect(over).toMatchObject({ status: 'released', released_subscription: world.subscription.id, subscription: null })
  expect(brokenInvariants(world.emulator.store)).toEqual([])
})

test.each(['automatic', 'phase_start'] as const)('a phase of a year renews into a year (%s)', async (anchor) => {
  const { world, schedule } = await scheduled(await aPlusSubscriber())
  const { end_date } = only(schedule)
  await downgrade(
    world,
    schedule,
    {},
    {
      items: [{ price: world.prices.proYear }],
      duration: { interval: 'year', interval_count: 1 },
      billing_cycle_anchor: anchor,
    },
  )
  const preview = await world.stripe.invoices.createPreview({ schedule: schedule.id })
  expect([preview.amount_due, preview.lines.data.length]).toEqual([3499, 1])
  world.wait(31 * DAY_SECONDS)
  const after = await world.read(world.subscription.id)
  expect(after).toMatchObject({ billing_cycle_anchor: end_date, status: 'active' })
  expect(after.latest_invoice).toMatchObject({ status: 'paid', total: 3499, billing_reason: 'subscription_cycle' })
  const [item] = after.items.data
  expect([item?.current_period_start, item?.current_period_end]).toEqual([end_date, end_date + 365 * DAY_SECONDS])
  world.wait(365 * DAY_SECONDS)
  expect((await world.read(world.subscription.id)).latest_invoice).toMatchObject({ status: 'paid', total: 3499 })
  expect(brokenInvariants(world.emulator.store)).toEqual([])
})

test.each([
  ['automatic', 31],
  ['phase_start', 28],
] as const)('a phase keeps interval and day of month (%s: %i)', async (anchor, day) => {
  const world = await aPlusSubscriber()
  world.wait((Date.UTC(2027, 0, 31, 12) - world.clock.now) / 1000)
  await world.stripe.subscriptions.update(world.subscription.id, { billing_cycle_anchor: { type: 'now' } })
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

test('keeps a discount that both phases name', async () => {
  const { world, schedule } = await scheduled(await aPlusSubscriber({ discounts: [{ coupon: 'forever' }] }))
  await downgrade(world, schedule)
  expect((await world.stripe.invoices.createPreview({ schedule: schedule.id })).amount_due).toBe(314)
  world.wait(31 * DAY_SECONDS)
  expect((await world.read(world.subscription.id)).latest_invoice).toMatchObject({ total: 314, status: 'paid' })
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
  ['a trial beyond the phase', {}, { trial_end: 4_000_000_000 }, 'phases[1][trial_end]'],
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
