/** @module-tag long */
import { afterEach, expect, test, vi } from 'vitest'
import { readBilling } from '../overview/read-billing.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { credit_refunds, credit_reviews } from '../../db/schema/credit.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { reviewCredit } from './refund-credit.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { anOrder } from '../testing/billing.fixture.ts'
import { aSubscriber, cardGoesBad, pass, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { disputeAtBank, refundAtStripe } from '../testing/reversed-payments.fixture.ts'
import { aSwitcher, balanceOf, endPlan, refundsOf, switchToMonths } from '../testing/credit.fixture.ts'

afterEach(() => void vi.restoreAllMocks())

const rows = ({ ctx }: Subscriber) => ctx.db.select().from(credit_refunds)
const reviews = ({ ctx }: Subscriber) => ctx.db.select().from(credit_reviews)
const giveCredit = ({ shop, customer }: Subscriber, cents: number) =>
  shop.stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'usd' })

function alerts(event = 'credit_not_refunded'): () => string[] {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => spy.mock.calls.map(([line]) => String(line)).filter((line) => line.includes(event))
}

test('refunds unused time once the plan has ended', async () => {
  const world = await aSwitcher()
  const credit = -(await balanceOf(world))
  expect(credit).toBeGreaterThan(3000)
  await endPlan(world)
  expect(refundsOf(world)).toMatchObject([{ amount: credit, status: 'succeeded' }])
  expect(await balanceOf(world)).toBe(0)
  expect(await rows(world)).toMatchObject([{ amount: credit, state: 'settled' }])
  expect(await reviews(world)).toMatchObject([{ state: 'done', not_refunded: 0 }])
})

test('alerts nobody to its own refunds', async () => {
  const world = await aSwitcher()
  const told = alerts('stripe_alert')
  await endPlan(world)
  await world.shop.deliver()
  expect(told()).toEqual([])
  const other = await aSubscriber()
  await other.shop.stripe.refunds.create({ charge: other.shop.emulator.store.all('charge')[0]?.id ?? '' })
  await other.shop.deliver()
  expect(told()).toEqual([expect.stringContaining('charge.refunded')])
})

test('refunds nothing while the plan runs, even if canceled', async () => {
  const world = await aSwitcher()
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await world.shop.deliver()
  expect(refundsOf(world)).toEqual([])
  const ended = await pass(world, 32 * DAY)
  await ended.shop.deliver()
  expect(refundsOf(ended)).toHaveLength(1)
  expect(await balanceOf(ended)).toBe(0)
})

test('finds nothing to refund for a plan without credit', async () => {
  const world = await aSubscriber()
  await endPlan(world)
  expect(refundsOf(world)).toEqual([])
  expect(await reviews(world)).toMatchObject([{ state: 'done', not_refunded: 0 }])
})

test('refunds the newest charge first, never above what is left', async () => {
  const world = await aSubscriber()
  const { stripe } = world.shop
  const item = (await stripe.subscriptions.retrieve(world.subscription)).items.data[0]?.id ?? ''
  const change = (price: string) =>
    stripe.subscriptions.update(world.subscription, {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
    })
  world.shop.wait(DAY)
  await change('price_intermediate_pro_year')
  const [yearly, monthly] = world.shop.emulator.store.all('charge')
  await stripe.refunds.create({ charge: yearly?.id ?? '', amount: 1000 })
  await change('price_intermediate_pro_month')
  const credit = -(await balanceOf(world))
  const told = alerts()
  await endPlan(world)
  const [second, first] = refundsOf(world)
  const left = (yearly?.amount ?? 0) - 1000
  // The new month is paid first with what nobody paid for anymore.
  const unpaid = 1000 - 349
  expect([first, second]).toMatchObject([
    { charge: yearly?.id, amount: left },
    { charge: monthly?.id, amount: credit - unpaid - left },
  ])
  expect(await balanceOf(world)).toBe(-unpaid)
  expect(await reviews(world)).toMatchObject([{ state: 'done', not_refunded: 0 }])
  expect(told()).toEqual([])
})

test('refunds credit that a declined renewal had used', async () => {
  const world = await aSwitcher()
  const reach = (await readBilling(world.ctx)).next_charge?.card
  await pass(world, (reach?.at ?? 0) - world.ctx.now() - HOUR)
  await cardGoesBad(world)
  const left = -(await balanceOf(world))
  expect(left).toBe(349 - (reach?.amount ?? 0))
  await pass(world, 3 * HOUR)
  expect(await balanceOf(world)).toBe(0)
  await pass(world, 15 * DAY)
  await world.shop.deliver()
  expect((await theirPlan(world)).status).toBe('canceled')
  expect(refundsOf(world)).toMatchObject([{ amount: left }])
  expect(await balanceOf(world)).toBe(0)
})

test('keeps promotional credit and refunds the rest', async () => {
  const world = await aSwitcher()
  const unused = -(await balanceOf(world))
  await giveCredit(world, 1000)
  await endPlan(world)
  expect(refundsOf(world)).toMatchObject([{ amount: unused }])
  expect(await balanceOf(world)).toBe(-1000)
  expect((await readBilling(world.ctx)).credit).toEqual({
    amount: 1000,
    currency: 'usd',
    refunds: [],
    kept: 1000,
    unplaced: 0,
  })
})

test('never sends credit for a disputed payment to support', async () => {
  const world = await aSwitcher({ card: 'disputes' })
  const credit = -(await balanceOf(world))
  const told = alerts()
  await endPlan(world)
  expect(refundsOf(world)).toEqual([])
  expect(await balanceOf(world)).toBe(-credit)
  expect(told()).toEqual([])
  expect((await readBilling(world.ctx)).credit).toMatchObject({ refunds: [], unplaced: 0 })
})

test('refunds of credit what was not refunded by an operator', async () => {
  const world = await aSwitcher()
  const credit = -(await balanceOf(world))
  const told = alerts()
  await refundAtStripe(world, 2000)
  await endPlan(world)
  // The rest of the first month was paid with money that was refunded.
  expect(refundsOf(world).map(({ amount }) => amount)).toEqual([credit - (2000 - 349), 2000])
  expect(told()).toEqual([])
})

test('alerts the operator when Stripe refuses the refund', async () => {
  const dispute = await aDispute()
  const world = await aSwitcher()
  const credit = -(await balanceOf(world))
  const { shop } = world
  const [charge] = shop.emulator.store.all('charge')
  await shop.stripe.subscriptions.cancel(world.subscription)
  const told = alerts()
  // Stripe refuses what it lists as refundable, as when the account may not refund.
  shop.emulator.store.put('dispute', { ...dispute, charge: charge?.id ?? '' })
  await shop.deliver()
  expect(refundsOf(world)).toEqual([])
  expect(await rows(world)).toMatchObject([{ state: 'refused', amount: credit }])
  expect(await balanceOf(world)).toBe(-credit)
  expect(told()).toHaveLength(2)
})

async function aDispute() {
  const other = await aSubscriber({ card: 'disputes' })
  const [dispute] = other.shop.emulator.store.all('dispute')
  if (!dispute) throw new Error('The card was not disputed.')
  return dispute
}

test('counts a pending refund as refunded', async () => {
  const world = await aSwitcher({ card: 'refundWaits' })
  await endPlan(world)
  expect(refundsOf(world)).toMatchObject([{ status: 'pending' }])
  expect(await balanceOf(world)).toBe(0)
  world.shop.wait(2 * HOUR)
  await world.shop.deliver()
  expect(refundsOf(world)).toMatchObject([{ status: 'succeeded' }])
  expect(await balanceOf(world)).toBe(0)
})

test('gives credit back when its refund fails later', async () => {
  const world = await aSwitcher({ card: 'refundFails' })
  const credit = -(await balanceOf(world))
  await endPlan(world)
  expect(await balanceOf(world)).toBe(0)
  world.shop.wait(2 * HOUR)
  const told = alerts()
  await world.shop.deliver()
  expect(await balanceOf(world)).toBe(-credit)
  expect(await rows(world)).toMatchObject([{ state: 'returned' }])
  expect(told()).toEqual([expect.stringContaining('"why":"returned"')])
  expect((await readBilling(world.ctx)).credit).toMatchObject({
    amount: credit,
    refunds: [],
    unplaced: credit,
  })
})

test('offers nothing for a payment disputed after its refund failed', async () => {
  const world = await aSwitcher({ card: 'refundFails' })
  await endPlan(world)
  world.shop.wait(2 * HOUR)
  alerts()
  await world.shop.deliver()
  expect(await rows(world)).toMatchObject([{ state: 'returned' }])
  disputeAtBank(world)
  await world.shop.deliver()
  expect((await readBilling(world.ctx)).credit).toMatchObject({ refunds: [], unplaced: 0 })
})

test('leaves the credit to a plan that was bought before the refund', async () => {
  const world = await aSwitcher()
  const { shop } = world
  const credit = -(await balanceOf(world))
  await endPlanWithoutJob(world)
  await subscribe(world.ctx, await anOrder(shop))
  await shop.deliver()
  shop.wait(HOUR)
  await reconcile(shop.ctx)
  expect(refundsOf(world)).toEqual([])
  expect(await balanceOf(world)).toBe(349 - credit)
  expect(shop.emulator.store.all('charge')).toHaveLength(1)
})

/** The plan has ended and D1 knows, but the job was lost. */
async function endPlanWithoutJob({ shop, subscription, customer }: Subscriber): Promise<void> {
  await shop.stripe.subscriptions.cancel(subscription)
  await syncCustomer(shop.ctx, customer)
  shop.ctx.jobs.splice(0)
}

test.each(['POST /v1/refunds', 'POST /v1/customers/*'])(
  'refunds once when the answer to %s was lost for days',
  async (on) => {
    const world = await aSwitcher()
    const credit = -(await balanceOf(world))
    const { control } = world.shop.emulator
    await endPlanWithoutJob(world)
    control.fail({ kind: 'drop_after_commit', on })
    await expect(reviewCredit(world.ctx, world.subscription)).rejects.toThrow()
    world.ctx.advance(3 * DAY)
    await reconcile(world.shop.ctx)
    expect(refundsOf(world)).toMatchObject([{ amount: credit }])
    expect(await balanceOf(world)).toBe(0)
  },
)

test('refunds once when Stripe answers 500 after its work', async () => {
  const world = await aSwitcher()
  world.shop.emulator.control.fail({ kind: '500_after_commit', on: 'POST /v1/refunds' })
  await endPlan(world)
  expect(refundsOf(world)).toHaveLength(1)
  expect(await balanceOf(world)).toBe(0)
})

test('a second ended plan gets its own refund', async () => {
  const first = await aSwitcher()
  await endPlan(first)
  const { subscription_id } = await subscribe(first.ctx, await anOrder(first.shop, { price_type: 'yearly' }))
  await first.shop.deliver()
  const second = await switchToMonths({ ...first, subscription: subscription_id })
  await endPlan(second)
  expect(refundsOf(second)).toHaveLength(2)
  expect(await balanceOf(second)).toBe(0)
  expect(await reviews(second)).toHaveLength(2)
})
