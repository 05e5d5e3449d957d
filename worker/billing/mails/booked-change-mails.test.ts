/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { revokeChange } from '../booked-change/book-change.ts'
import {
  aBookedSubscriber,
  aPlusSubscriber,
  book,
  PLUS_MONTHLY,
  PLUS_YEARLY,
  PRO_MONTHLY,
} from '../testing/booked-change.fixture.ts'
import { aSubscriber, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { cancelAtLastDay, kinds, live, mails, noted } from './money-mails.fixture.ts'

/** Lists the user's mails about changes of the plan. */
const told = ({ shop }: Subscriber) => mails(shop, 'plan_changed').map(({ subject, text }) => [subject, text] as const)

async function aToldSubscriber(given: Parameters<typeof aSubscriber>[0] = {}): Promise<Subscriber> {
  const world = await aBookedSubscriber(given)
  await live(world.shop, MINUTE)
  return world
}

test('booking a smaller plan is mailed with day, price and first charge', async () => {
  const world = await aToldSubscriber()
  const [[subject, text] = [], ...others] = told(world)
  expect(others).toEqual([])
  expect(subject).toBe('Switchyard Pro+ changes to Pro for $3.49 a month on April 1, 2026')
  expect(text).toContain(
    'You keep Switchyard Pro+ until April 1, 2026. From then on your plan is Pro for $3.49 a month.',
  )
  expect(text).toContain('Your next payment is $3.49 on April 1, 2026, from your Visa ending in 4242.')
  expect(text).toContain('You can take this back until then:')
})

test('a booked plan is named with the promotion that will hold then', async () => {
  const world = await aToldSubscriber({ coupon: 'forever10' })
  const [[subject, text] = []] = told(world)
  expect(subject).toBe('Switchyard Pro+ changes to Pro for $3.14 a month with FOREVER10 on April 1, 2026')
  expect(text).toContain('Your next payment is $3.14 on April 1, 2026')
})

test('a booking that changes is mailed again', async () => {
  const world = await aToldSubscriber()
  const { schedule } = await world.shop.stripe.subscriptions.retrieve(world.subscription)
  const { phases } = await world.shop.stripe.subscriptionSchedules.retrieve(String(schedule))
  const [running] = phases
  await world.shop.stripe.subscriptionSchedules.update(String(schedule), {
    phases: [
      { items: [{ price: 'price_pro_month' }], start_date: running?.start_date ?? 0, end_date: running?.end_date ?? 0 },
      { items: [{ price: 'price_intermediate_pro_year' }], duration: { interval: 'year', interval_count: 1 } },
    ],
  })
  await live(world.shop, MINUTE)
  const [, [, text] = []] = told(world)
  expect(text).toContain('This replaces your change to Pro for $3.49 a month.')
})

test('taking a booking back is mailed', async () => {
  const world = await aToldSubscriber()
  await revokeChange(await world.shop.as(world.user), PLUS_MONTHLY)
  await live(world.shop, MINUTE)
  const [, [subject, text] = [], ...others] = told(world)
  expect(others).toEqual([])
  expect(subject).toBe('You keep Switchyard Pro+')
  expect(text).toContain('Your plan no longer changes to Pro for $3.49 a month on April 1, 2026.')
  expect(text).toContain('Your next payment is $9.99 on April 1, 2026, from your Visa ending in 4242.')
})

test('a yearly booking is named as yearly when it ends', async () => {
  const world = await aPlusSubscriber()
  for (const wanted of [PLUS_YEARLY, PRO_MONTHLY, PLUS_YEARLY]) {
    await book(world, wanted)
    await live(world.shop, MINUTE)
  }
  await revokeChange(await world.shop.as(world.user), PLUS_MONTHLY)
  await live(world.shop, MINUTE)
  const [, [, replaced] = [], , [, taken] = []] = told(world)
  expect(replaced).toContain('This replaces your change to Pro+ for $99.99 a year.')
  expect(taken).toContain('Your plan no longer changes to Pro+ for $99.99 a year on April 1, 2026.')
})

test('a booked plan that begins is mailed once, as a change', async () => {
  const world = await aToldSubscriber()
  await live(world.shop, 25 * DAY, DAY)
  expect(told(world).map(([subject]) => subject)).toEqual([
    'Switchyard Pro+ changes to Pro for $3.49 a month on April 1, 2026',
    'Your Switchyard plan is now Pro for $3.49 a month',
  ])
})

test('a cancellation that ends a booking is one mail', async () => {
  const world = await aToldSubscriber()
  await cancelAtLastDay(world)
  await live(world.shop, MINUTE)
  expect(kinds(world.shop).toSorted()).toEqual(['canceled', 'plan_changed', 'receipt'])
})

test('a booking and the upgrade that ends it are one mail', async () => {
  const world = await aSubscriber()
  await live(world.shop, MINUTE)
  const { stripe } = world.shop
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: world.subscription })
  const [running] = phases
  await stripe.subscriptionSchedules.update(id, {
    phases: [
      {
        items: [{ price: 'price_intermediate_pro_month' }],
        start_date: running?.start_date ?? 0,
        end_date: running?.end_date ?? 0,
      },
      { items: [{ price: 'price_pro_month' }], duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  await live(world.shop, MINUTE)
  const me = await world.shop.as(world.user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await live(world.shop, MINUTE)
  expect(told(world).map(([subject]) => subject)).toEqual([
    'Switchyard Pro changes to Pro+ for $9.99 a month on April 1, 2026',
    'Your Switchyard plan is now Pro+ for $9.99 a month',
  ])
})

test('resuming a canceled plan is mailed with the next payment', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancelAtLastDay(world)
  await live(world.shop, MINUTE)
  await resumePlan(await world.shop.as(world.user))
  await live(world.shop, MINUTE)
  const [[subject, text] = [], ...others] = told(world)
  expect(others).toEqual([])
  expect(subject).toBe('Switchyard Pro continues')
  expect(text).toContain('Switchyard Pro no longer ends on April 1, 2026. Your plan is Pro for $3.49 a month.')
  expect(text).toContain('Your next payment is $3.49 on April 1, 2026, from your Visa ending in 4242.')
})

test('canceling again after resuming is mailed again', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  for (const press of [cancelAtLastDay, resume, cancelAtLastDay]) {
    await press(world)
    await live(world.shop, MINUTE)
  }
  expect(kinds(world.shop)).toEqual(['receipt', 'canceled', 'plan_changed', 'canceled'])
})

test('a plan resumed and canceled before its mail is mailed as canceled', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancelAtLastDay(world)
  await live(world.shop, MINUTE)
  await resume(world)
  await cancelAtLastDay(world)
  await live(world.shop, MINUTE)
  expect(kinds(world.shop)).toEqual(['receipt', 'canceled', 'canceled'])
  expect(await noted(world.shop)).toContain('plan_changed dropped')
})

async function resume({ shop, user }: Subscriber) {
  await resumePlan(await shop.as(user))
}

test('a promotion that is taken away is mailed before the next charge', async () => {
  const world = await aSubscriber({ coupon: 'forever10' })
  await world.shop.deliver()
  await world.shop.stripe.subscriptions.deleteDiscount(world.subscription)
  await live(world.shop, MINUTE)
  const [[subject, text] = [], ...others] = told(world)
  expect(others).toEqual([])
  expect(subject).toBe('Your Switchyard plan is now Pro for $3.49 a month')
  expect(text).toContain('FOREVER10 no longer lowers your payments.')
  expect(text).toContain('Your next payment is $3.49 on April 1, 2026, from your Visa ending in 4242.')
})

test('a promotion of one payment that is taken away is mailed', async () => {
  const world = await aSubscriber({ trial: 7, coupon: 'welcome20' })
  await world.shop.deliver()
  await world.shop.stripe.subscriptions.deleteDiscount(world.subscription)
  await live(world.shop, MINUTE)
  const [[subject, text] = [], ...others] = told(world)
  expect(others).toEqual([])
  expect(subject).toBe('WELCOME20 no longer lowers your next payment')
  expect(text).toContain('Your next payment is $3.49 on March 8, 2026, from your Visa ending in 4242.')
})

test.each(['welcome20', 'three30'])('a promotion that ran its time is not mailed: %s', async (coupon) => {
  const world = await aSubscriber({ coupon })
  await live(world.shop, 130 * DAY, 5 * DAY)
  expect(told(world)).toEqual([])
})

test('a promotion that is back before its mail is not mailed', async () => {
  const world = await aSubscriber({ coupon: 'forever10' })
  await world.shop.deliver()
  const { stripe } = world.shop
  await stripe.subscriptions.deleteDiscount(world.subscription)
  await stripe.subscriptions.update(world.subscription, { discounts: [{ coupon: 'forever10' }] })
  await live(world.shop, MINUTE)
  expect([told(world), await noted(world.shop)]).toEqual([[], ['plan_changed dropped', 'receipt queued']])
})
