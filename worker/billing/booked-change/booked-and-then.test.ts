/** @module-tag long */
import { expect, test } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { cancelPlan, resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { changeCard } from '../overview/change-card.ts'
import { readBilling } from '../overview/read-billing.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { aCard } from '../testing/billing.fixture.ts'
import {
  aBookedSubscriber,
  aPlusSubscriber,
  book,
  paid,
  PLUS_MONTHLY,
  PLUS_YEARLY,
  priceAndSchedule,
  PRO_MONTHLY,
  PRO_YEARLY,
  shown,
} from '../testing/booked-change.fixture.ts'
import { aSubscriber, cardGoesBad, pass, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { bookChange, revokeChange } from './book-change.ts'

const PLUS = 'price_pro_month'
const MONTH = 22 * DAY

const tierOf = async ({ ctx }: Pick<Subscriber, 'ctx'>) => (await getMe(ctx))?.tier

async function cancel({ ctx }: Pick<Subscriber, 'ctx'>) {
  return cancelPlan(ctx, { last_day: (await readBilling(ctx)).plan?.last_day ?? null })
}

test('canceling takes the booked change back', async () => {
  const world = await aBookedSubscriber()
  expect(await cancel(world)).toMatchObject({ plan: { booked: null, bookable: [] }, next_charge: null })
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
  const after = await pass(world, MONTH)
  expect([await tierOf(after), paid(after)]).toEqual(['free', [999]])
})

test('resuming after a cancellation keeps Pro+', async () => {
  const world = await aBookedSubscriber()
  await cancel(world)
  expect(await resumePlan(world.ctx)).toMatchObject({
    plan: { ends_at: null, booked: null },
    next_charge: { amount: 999 },
  })
  const after = await pass(world, MONTH)
  expect([await tierOf(after), paid(after)]).toEqual(['pro', [999, 999]])
})

test('asking for Pro+ again keeps it, without a charge', async () => {
  const world = await aBookedSubscriber()
  await upgradePlan(world.ctx, { product_id: 'prod_pro' })
  expect(await readBilling(world.ctx)).toMatchObject({ plan: { booked: null }, next_charge: { amount: 999 } })
  expect(paid(world)).toEqual([999])
})

test('upgrades again in the month after a downgrade', async () => {
  const world = await pass(await aBookedSubscriber(), MONTH)
  const details = await proUpgradeDetails(world.ctx)
  await upgradePlan(world.ctx, details)
  expect(await priceAndSchedule(world)).toMatchObject({ price: PLUS, scheduled: false })
  const after = await pass(world, 31 * DAY)
  expect([await tierOf(after), paid(after)]).toEqual(['pro', [999, 349, details.amount_today, 999]])
})

test('an upgrade names the booking that it ends, and ends it', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const booked = await shown(world, PRO_YEARLY)
  await bookChange(world.ctx, booked)
  const details = await proUpgradeDetails(world.ctx)
  const { plan, interval, price, at } = booked
  expect(details).toMatchObject({ interval: 'month', takes_back: { plan, interval, price, at }, next_amount: 999 })
  await upgradePlan(world.ctx, details)
  expect(await readBilling(world.ctx)).toMatchObject({ plan: { interval: 'month', booked: null }, tier: 'pro' })
  await pass(world, MONTH)
  expect(paid(world)).toEqual([349, details.amount_today, 999])
})

test('a declined upgrade leaves what was booked', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  await book(world, PRO_YEARLY)
  await cardGoesBad(world)
  await expect(upgradePlan(world.ctx, await proUpgradeDetails(world.ctx))).rejects.toMatchObject({
    code: 'card_declined',
  })
  expect((await readBilling(world.ctx)).plan).toMatchObject({ tier: 'intermediate_pro', booked: PRO_YEARLY })
})

test('asking for Pro+ again leaves a booked year of it', async () => {
  const world = await aPlusSubscriber()
  await book(world, PLUS_YEARLY)
  await upgradePlan(world.ctx, { product_id: 'prod_pro' })
  expect((await readBilling(world.ctx)).plan?.booked).toMatchObject(PLUS_YEARLY)
})

test('a new card pays the smaller plan too', async () => {
  const world = await aBookedSubscriber()
  const payment_method = await aCard(world.shop, 'otherGood')
  await changeCard(world.ctx, { payment_method })
  expect((await readBilling(world.ctx)).plan?.booked).not.toBeNull()
  const after = await pass(world, MONTH)
  expect((await readBilling(after.ctx)).card).toMatchObject({ brand: 'mastercard' })
  expect(paid(after)).toEqual([999, 349])
})

test('a failed renewal owes the smaller price', async () => {
  const world = await aBookedSubscriber()
  await cardGoesBad(world)
  const due = await pass(await pass(world, 1000), MONTH)
  expect(await readBilling(due.ctx)).toMatchObject({
    tier: 'intermediate_pro',
    plan: { status: 'past_due', booked: null, bookable: [] },
  })
  await changeCard(due.ctx, { payment_method: await aCard(due.shop) })
  expect((await readBilling(due.ctx)).plan).toMatchObject({ status: 'active', tier: 'intermediate_pro' })
  expect(paid(due)).toEqual([999, 349])
})

test('a discount forever lowers the smaller price', async () => {
  const world = await aBookedSubscriber({ coupon: 'forever10' })
  expect((await readBilling(world.ctx)).next_charge).toMatchObject({
    amount: 314,
    promotions: [{ name: 'FOREVER10', lasts: 'forever' }],
  })
  await pass(await pass(world, MONTH), 31 * DAY)
  expect(paid(world)).toEqual([899, 314, 314])
})

test('a discount of three months ends when it would have', async () => {
  const world = await aBookedSubscriber({ coupon: 'three30' })
  for (let month = 0; month < 4; month++) await pass(world, 31 * DAY)
  expect(paid(world).slice(0, 4)).toEqual([699, 244, 244, 349])
})

test('a trial of Pro+ continues and ends with Pro', async () => {
  const world = await aBookedSubscriber({ trial: 7 })
  expect(await readBilling(world.ctx)).toMatchObject({
    tier: 'pro',
    plan: { status: 'trialing', booked: { at: world.ctx.now() + 7 * DAY } },
    next_charge: { amount: 349 },
  })
  const after = await pass(world, 8 * DAY)
  expect([await tierOf(after), paid(after)]).toEqual(['intermediate_pro', [349]])
})

test('a discount of three months lowers no year that begins later', async () => {
  const world = await aSubscriber({ coupon: 'three30' })
  await pass(world, 60 * DAY)
  const due = await pass(world, 10 * DAY)
  expect(await shown(due, PRO_YEARLY)).toMatchObject({ price: 3499, first_charge: 3499 })
  await book(due, PRO_YEARLY)
  await pass(due, 31 * DAY)
  expect(paid(due)).toEqual([244, 244, 244, 3499])
})

test.each([
  ['forever10', [314, 3149, 3149]],
  ['three30', [244, 2449, 3499]],
])('the promotion %s goes on for a booked year', async (coupon, charges) => {
  const world = await aSubscriber({ coupon })
  expect((await book(world, PRO_YEARLY)).next_charge).toMatchObject({ amount: charges[1] })
  await pass(await pass(world, 32 * DAY), 366 * DAY)
  expect(paid(world)).toEqual(charges)
})

test('a trial goes on and ends with the booked year', async () => {
  const world = await aSubscriber({ trial: 7 })
  const ends = world.ctx.now() + 7 * DAY
  expect(await shown(world, PRO_YEARLY)).toMatchObject({ at: ends, price: 3499, first_charge: 3499 })
  expect(await book(world, PRO_YEARLY)).toMatchObject({
    plan: { status: 'trialing', interval: 'month', booked: { ...PRO_YEARLY, at: ends } },
    next_charge: { amount: 3499, at: ends },
  })
  const after = await pass(world, 8 * DAY)
  expect([(await readBilling(after.ctx)).plan?.interval, paid(after)]).toEqual(['year', [3499]])
})

test('a failed first year owes its price', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  await book(world, PRO_YEARLY)
  await cardGoesBad(world)
  const due = await pass(await pass(world, 1000), MONTH)
  expect(await readBilling(due.ctx)).toMatchObject({ plan: { status: 'past_due', interval: 'year', booked: null } })
  await changeCard(due.ctx, { payment_method: await aCard(due.shop) })
  expect(paid(due)).toEqual([349, 3499])
})

test('credit reaches as far as the booked price lets it', async () => {
  const world = await aPlusSubscriber()
  await world.shop.stripe.customers.createBalanceTransaction(world.customer, { amount: -8800, currency: 'usd' })
  expect((await readBilling(world.ctx)).next_charge?.card).toMatchObject({ covered: 8 })
  expect((await book(world)).next_charge?.card).toMatchObject({ covered: 25, amount: 274 })
})

test('credit is used for the smaller price', async () => {
  const world = await aPlusSubscriber()
  const { store } = world.shop.emulator
  store.put('customer', { ...store.require('customer', world.customer), balance: -200 })
  expect(await shown(world)).toMatchObject({ price: 349, first_charge: 149 })
  expect((await book(world)).next_charge).toMatchObject({ amount: 149 })
  await pass(world, MONTH)
  expect(paid(world)).toEqual([999, 149])
})

test('credit that a renewal will use lowers no later charge', async () => {
  const world = await aPlusSubscriber()
  const { store } = world.shop.emulator
  store.put('customer', { ...store.require('customer', world.customer), balance: -200 })
  const renewed = await pass(world, 21 * DAY + 10 * MINUTE)
  expect(await shown(renewed)).toMatchObject({ price: 349, first_charge: 349 })
  await book(renewed)
  const charged = await pass(renewed, DAY)
  expect((await readBilling(charged.ctx)).next_charge).toMatchObject({ amount: 349 })
  await pass(charged, 31 * DAY)
  expect(paid(world)).toEqual([999, 799, 349])
})

test('two tabs that book at once book once', async () => {
  const world = await aPlusSubscriber()
  const preview = await shown(world)
  const answers = await Promise.allSettled([bookChange(world.ctx, preview), bookChange(world.ctx, preview)])
  expect(answers.map(({ status }) => status)).toContain('fulfilled')
  expect((await bookChange(world.ctx, preview)).plan?.booked).toMatchObject({ at: preview.at })
  expect(world.shop.emulator.store.all('subscription_schedule', ({ status }) => status === 'active')).toHaveLength(1)
  await pass(world, MONTH)
  expect(paid(world)).toEqual([999, 349])
})

test('refuses to book in a tab that missed a cancellation', async () => {
  const world = await aPlusSubscriber()
  const preview = await shown(world)
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await expect(bookChange(world.ctx, preview)).rejects.toMatchObject({ code: 'conflict' })
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
  expect((await readBilling(world.ctx)).plan?.ends_at).toBe(preview.at)
})

test('revoking in one tab and canceling in another cancels', async () => {
  const world = await aBookedSubscriber()
  const last_day = (await readBilling(world.ctx)).plan?.last_day ?? 0
  await Promise.allSettled([revokeChange(world.ctx, PLUS_MONTHLY), cancelPlan(world.ctx, { last_day })])
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
})

test.each(['booking', 'upgrading'])('booking and upgrading at once, %s first, keep what was paid', async (first) => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const [booking, details] = [await shown(world, PRO_YEARLY), await proUpgradeDetails(world.ctx)]
  const presses = [() => bookChange(world.ctx, booking), () => upgradePlan(world.ctx, details)]
  const order = first === 'booking' ? presses : presses.toReversed()
  await Promise.allSettled(order.map((press) => press()))
  const { price } = await priceAndSchedule(world)
  expect(paid(world)).toEqual(price === PLUS ? [349, details.amount_today] : [349])
})

test('the last of two tabs decides what is booked', async () => {
  const world = await aPlusSubscriber()
  const [first, second] = [await shown(world, PRO_MONTHLY), await shown(world, PLUS_YEARLY)]
  await bookChange(world.ctx, first)
  expect((await bookChange(world.ctx, second)).plan?.booked).toMatchObject(PLUS_YEARLY)
  await pass(world, MONTH)
  expect(paid(world)).toEqual([999, 9999])
})
