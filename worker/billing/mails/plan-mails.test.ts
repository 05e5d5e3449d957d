import { expect, test } from 'vitest'
import { creditEndsInWords } from '../../contract/billing/credit-words.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { aSwitcher } from '../testing/credit.fixture.ts'
import { book, PLUS_YEARLY } from '../testing/booked-change.fixture.ts'
import { aSubscriber } from '../testing/subscribed-user.fixture.ts'
import { cancelAtLastDay, live, mails, noted } from './money-mails.fixture.ts'

test('an upgrade and a booked year are mailed, with the terms before', async () => {
  const { shop, user } = await aSubscriber()
  await shop.deliver()
  const me = await shop.as(user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await live(shop, MINUTE)
  await book({ ctx: me }, PLUS_YEARLY)
  await live(shop, 32 * DAY, DAY)
  expect(mails(shop, 'plan_changed').map(({ subject }) => subject)).toEqual([
    'Your Switchyard plan is now Pro+ for $9.99 a month',
    'From April 1, 2026 you pay $99.99 a year for Switchyard Pro+',
    'Your Switchyard plan is now Pro+ for $99.99 a year',
  ])
  const [upgraded, , yearly] = mails(shop, 'plan_changed')
  expect(upgraded?.text).toContain(
    'Before, it was Pro for $3.49 a month.\n\nYour next payment is $9.99 on April 1, 2026',
  )
  // Written between the renewal and its charge, an hour later.
  expect(yearly?.text).toContain(
    'Before, it was Pro+ for $9.99 a month.\n\nYour next payment is $99.99 on April 1, 2026',
  )
  expect(mails(shop, 'receipt')).toHaveLength(3)
})

test('a price that Stripe changes by itself is mailed too', async () => {
  const { shop, subscription } = await aSubscriber({ price: 'price_pro_month' })
  await shop.deliver()
  const { items } = await shop.stripe.subscriptions.retrieve(subscription)
  const item = { id: items.data[0]?.id ?? '', price: 'price_intermediate_pro_month' }
  await shop.stripe.subscriptions.update(subscription, { items: [item], proration_behavior: 'none' })
  await shop.deliver()
  const [mail, ...others] = mails(shop, 'plan_changed')
  expect(others).toEqual([])
  expect(mail?.text).toContain('Your plan is now Pro for $3.49 a month. Before, it was Pro+ for $9.99 a month.')
})

test('a cancellation names the last day, and its end is silent', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancelAtLastDay(world)
  await live(world.shop, 40 * DAY, DAY)
  const [mail, ...others] = mails(world.shop, 'canceled')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Switchyard Pro is canceled: your last day is April 1, 2026')
  expect(mail?.text).toContain("You keep Switchyard Pro until April 1, 2026, and you won't be charged again.")
})

test('a cancellation before the charge of its period names what is due', async () => {
  const world = await aSubscriber()
  await live(world.shop, 31 * DAY + MINUTE)
  await cancelAtLastDay(world)
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'canceled')[0]?.text).toContain(
    'You keep Switchyard Pro until May 1, 2026. $3.49 for it is still due, and nothing after that.',
  )
})

test('a cancellation names the refund that its dialog promised', async () => {
  const world = await aSwitcher()
  const me = await world.shop.as(world.user)
  const { credit } = await readBilling(me)
  await cancelAtLastDay(world)
  await live(world.shop, MINUTE)
  const [promised] = credit ? creditEndsInWords(credit, 'ends', 'Switchyard Pro') : []
  expect(promised).toMatch(/^When Switchyard Pro ends, we refund \$\d+\.\d\d to your Visa ending in 4242\.$/)
  expect(mails(world.shop, 'canceled')[0]?.text).toContain(promised)
})

test('a cancellation taken back before its mail is not mailed', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancelAtLastDay(world)
  await resumePlan(await world.shop.as(world.user))
  await live(world.shop, MINUTE)
  expect(await noted(world.shop)).toEqual(['canceled dropped', 'plan_changed queued', 'receipt queued'])
})

test('a plan that an operator ends early is mailed again', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancelAtLastDay(world)
  await live(world.shop, 3 * DAY)
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'canceled').map(({ subject }) => subject)).toEqual([
    'Switchyard Pro is canceled: your last day is April 1, 2026',
    'Switchyard Pro ended on March 4, 2026',
  ])
})

test('a plan that ends with its deleted customer is mailed', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await live(world.shop, 3 * DAY)
  await world.shop.stripe.customers.del(world.customer)
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'canceled').map(({ subject }) => subject)).toEqual(['Switchyard Pro ended on March 4, 2026'])
})
