/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { mails, live } from '../mails/money-mails.fixture.ts'
import { readBilling } from '../overview/read-billing.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { bankDecides, disputeAtBank, refundAtStripe } from '../testing/reversed-payments.fixture.ts'
import { aSubscriber, pass, subscribed, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { endPlan } from '../testing/credit.fixture.ts'

const statusOf = async (world: Subscriber) => (await theirPlan(world)).status
const tierOf = async (world: Subscriber) => (await readBilling(world.ctx)).tier
const endMails = ({ shop }: Subscriber) => mails(shop, 'canceled')

test('a first dispute and a refund leave the plan as it is', async () => {
  const world = await aSubscriber()
  await refundAtStripe(world, 100)
  disputeAtBank(world)
  await world.shop.deliver()
  expect(await statusOf(world)).toBe('active')
  expect(await readBilling(world.ctx)).toMatchObject({ tier: 'intermediate_pro', ended_by_dispute: null })
})

test('a lost dispute ends the plan at once and says so', async () => {
  const world = await aSubscriber({ price: 'price_pro_month' })
  const dispute = disputeAtBank(world)
  await world.shop.deliver()
  await bankDecides(world, dispute, 'lost')
  await world.shop.deliver()
  expect(await statusOf(world)).toBe('canceled')
  expect(await readBilling(world.ctx)).toMatchObject({ tier: 'free', plan: null, ended_by_dispute: world.ctx.now() })
  expect(endMails(world).map(({ subject }) => subject)).toEqual([
    'Switchyard Pro+ ended on March 1, 2026, because a payment was disputed',
  ])
  expect(endMails(world)[0]?.text).toContain('Your bank took back a payment for Switchyard Pro+')
})

test('a dispute that is won leaves the plan as it is', async () => {
  const world = await aSubscriber()
  await bankDecides(world, disputeAtBank(world), 'won')
  await world.shop.deliver()
  expect(await statusOf(world)).toBe('active')
})

test("a customer's second dispute ends the plan while it is open", async () => {
  const first = await aSubscriber()
  await bankDecides(first, disputeAtBank(first), 'won')
  await first.shop.deliver()
  const world = await pass(first, 32 * DAY)
  disputeAtBank(world)
  await world.shop.deliver()
  expect(await tierOf(world)).toBe('free')
})

test.each(['duplicate', 'reorder'] as const)('a %s webhook ends it once, with one mail', async (mode) => {
  const world = await aSubscriber()
  await bankDecides(world, disputeAtBank(world), 'lost')
  world.shop.emulator.control.webhooks.mode(mode)
  await world.shop.deliver()
  await live(world.shop, DAY)
  expect(await statusOf(world)).toBe('canceled')
  expect(endMails(world)).toHaveLength(1)
})

test('a lost webhook is made up for by the schedule', async () => {
  const world = await aSubscriber()
  await reconcile(world.shop.ctx)
  await bankDecides(world, disputeAtBank(world), 'lost')
  world.shop.emulator.control.webhooks.mode('lost')
  await world.shop.deliver()
  expect(await statusOf(world)).toBe('active')
  world.shop.wait(DAY / 24)
  await reconcile(world.shop.ctx)
  await live(world.shop, DAY)
  expect(await statusOf(world)).toBe('canceled')
  expect(endMails(world)).toHaveLength(1)
})

test('a plan bought after the dispute was opened goes on', async () => {
  const world = await aSubscriber()
  const dispute = disputeAtBank(world)
  await endPlan(world)
  world.shop.wait(DAY)
  const { id } = await world.shop.stripe.subscriptions.create({
    customer: world.customer,
    items: [{ price: 'price_pro_month' }],
  })
  await bankDecides(world, dispute, 'lost')
  await world.shop.deliver()
  expect(await statusOf({ ...world, subscription: id })).toBe('active')
})

test("another customer's dispute ends nothing", async () => {
  const world = await aSubscriber()
  const other = { shop: world.shop, ...(await subscribed(world.shop, {})) }
  await bankDecides(other, disputeAtBank(other), 'lost')
  await world.shop.deliver()
  expect([await statusOf(world), await statusOf(other)]).toEqual(['active', 'canceled'])
})
