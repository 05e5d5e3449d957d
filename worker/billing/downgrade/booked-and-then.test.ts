import { expect, test } from 'vitest'
import { getMe } from '../../accounts/get-me.ts'
import { cancelPlan, resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { previewSwitch, switchInterval } from '../change-plan/switch-interval.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { changeCard } from '../overview/change-card.ts'
import { readBilling } from '../overview/read-billing.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { aCard } from '../testing/billing.fixture.ts'
import {
  aBookedSubscriber,
  aPlusSubscriber,
  book,
  paid,
  priceAndSchedule,
} from '../testing/booked-downgrade.fixture.ts'
import { cardGoesBad, pass, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { bookDowngrade, revokeDowngrade } from './book-downgrade.ts'
import { previewDowngrade } from './preview-downgrade.ts'

const PLUS = 'price_pro_month'
const MONTH = 22 * DAY

const tierOf = async ({ ctx }: Pick<Subscriber, 'ctx'>) => (await getMe(ctx))?.tier

async function cancel({ ctx }: Pick<Subscriber, 'ctx'>) {
  return cancelPlan(ctx, { last_day: (await readBilling(ctx)).plan?.last_day ?? null })
}

// §D21-06
test('canceling takes the booked downgrade back', async () => {
  const world = await aBookedSubscriber()
  expect(await cancel(world)).toMatchObject({ plan: { next: null, downgrade_to: null }, next_charge: null })
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
  const after = await pass(world, MONTH)
  expect([await tierOf(after), paid(after)]).toEqual(['free', [999]])
})

// §D21-06
test('resuming after a cancellation keeps Pro+', async () => {
  const world = await aBookedSubscriber()
  await cancel(world)
  expect(await resumePlan(world.ctx)).toMatchObject({
    plan: { ends_at: null, next: null, downgrade_to: 'intermediate_pro' },
    next_charge: { amount: 999 },
  })
  const after = await pass(world, MONTH)
  expect([await tierOf(after), paid(after)]).toEqual(['pro', [999, 999]])
})

// §D21-06
test('asking for Pro+ again keeps it, without a charge', async () => {
  const world = await aBookedSubscriber()
  await upgradePlan(world.ctx, { product_id: 'prod_pro' })
  expect(await readBilling(world.ctx)).toMatchObject({ plan: { next: null }, next_charge: { amount: 999 } })
  expect(paid(world)).toEqual([999])
})

// §D21-06
test('upgrades again in the month after a downgrade', async () => {
  const world = await pass(await aBookedSubscriber(), MONTH)
  const details = await proUpgradeDetails(world.ctx)
  await upgradePlan(world.ctx, details)
  expect(await priceAndSchedule(world)).toMatchObject({ price: PLUS, scheduled: false })
  const after = await pass(world, 31 * DAY)
  expect([await tierOf(after), paid(after)]).toEqual(['pro', [999, 349, details.amount_today, 999]])
})

// §D21-06
test('switching to yearly takes the booked downgrade back', async () => {
  const world = await aBookedSubscriber()
  const preview = await previewSwitch(world.ctx, 'year')
  const billing = await switchInterval(world.ctx, preview)
  expect(billing).toMatchObject({ tier: 'pro', plan: { interval: 'year', next: null }, next_charge: { amount: 9999 } })
  expect(paid(world)).toEqual([999, preview.amount_today])
  expect(await tierOf(await pass(world, 60 * DAY))).toBe('pro')
})

// §D21-06
test('a declined switch shows that nothing is booked anymore', async () => {
  const world = await aBookedSubscriber()
  await cardGoesBad(world)
  const preview = await previewSwitch(world.ctx, 'year')
  await expect(switchInterval(world.ctx, preview)).rejects.toMatchObject({ code: 'card_declined' })
  expect((await readBilling(world.ctx)).plan).toMatchObject({ interval: 'month', next: null })
})

// §D21-07
test('a new card pays the smaller plan too', async () => {
  const world = await aBookedSubscriber()
  const payment_method = await aCard(world.shop, 'otherGood')
  await changeCard(world.ctx, { payment_method })
  expect((await readBilling(world.ctx)).plan?.next).not.toBeNull()
  const after = await pass(world, MONTH)
  expect((await readBilling(after.ctx)).card).toMatchObject({ brand: 'mastercard' })
  expect(paid(after)).toEqual([999, 349])
})

// §D21-07
test('a failed renewal owes the smaller price', async () => {
  const world = await aBookedSubscriber()
  await cardGoesBad(world)
  const due = await pass(await pass(world, 1000), MONTH)
  expect(await readBilling(due.ctx)).toMatchObject({
    tier: 'intermediate_pro',
    plan: { status: 'past_due', next: null, downgrade_to: null },
  })
  await changeCard(due.ctx, { payment_method: await aCard(due.shop) })
  expect((await readBilling(due.ctx)).plan).toMatchObject({ status: 'active', tier: 'intermediate_pro' })
  expect(paid(due)).toEqual([999, 349])
})

// §D21-08
test('a discount forever lowers the smaller price', async () => {
  const world = await aBookedSubscriber({ coupon: 'forever10' })
  expect((await readBilling(world.ctx)).next_charge).toMatchObject({
    amount: 314,
    promotions: [{ name: 'FOREVER10', lasts: 'forever' }],
  })
  await pass(await pass(world, MONTH), 31 * DAY)
  expect(paid(world)).toEqual([899, 314, 314])
})

// §D21-08
test('a discount of three months ends when it would have', async () => {
  const world = await aBookedSubscriber({ coupon: 'three30' })
  for (let month = 0; month < 4; month++) await pass(world, 31 * DAY)
  expect(paid(world).slice(0, 4)).toEqual([699, 244, 244, 349])
})

// §D21-08
test('a trial of Pro+ continues and ends with Pro', async () => {
  const world = await aBookedSubscriber({ trial: 7 })
  expect(await readBilling(world.ctx)).toMatchObject({
    tier: 'pro',
    plan: { status: 'trialing', next: { at: world.ctx.now() + 7 * DAY } },
    next_charge: { amount: 349 },
  })
  const after = await pass(world, 8 * DAY)
  expect([await tierOf(after), paid(after)]).toEqual(['intermediate_pro', [349]])
})

// §D21-08
test('credit is used for the smaller price', async () => {
  const world = await aPlusSubscriber()
  const { store } = world.shop.emulator
  store.put('customer', { ...store.require('customer', world.customer), balance: -200 })
  expect(await previewDowngrade(world.ctx)).toMatchObject({ price: 349, first_charge: 149 })
  expect((await book(world)).next_charge).toMatchObject({ amount: 149 })
  await pass(world, MONTH)
  expect(paid(world)).toEqual([999, 149])
})

// §D21-10
test('two tabs that book at once book once', async () => {
  const world = await aPlusSubscriber()
  const preview = await previewDowngrade(world.ctx)
  const answers = await Promise.allSettled([bookDowngrade(world.ctx, preview), bookDowngrade(world.ctx, preview)])
  expect(answers.map(({ status }) => status)).toContain('fulfilled')
  expect((await bookDowngrade(world.ctx, preview)).plan?.next).toMatchObject({ at: preview.at })
  expect(world.shop.emulator.store.all('subscription_schedule', ({ status }) => status === 'active')).toHaveLength(1)
  await pass(world, MONTH)
  expect(paid(world)).toEqual([999, 349])
})

// §D21-10
test('refuses to book in a tab that missed a cancellation', async () => {
  const world = await aPlusSubscriber()
  const preview = await previewDowngrade(world.ctx)
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await expect(bookDowngrade(world.ctx, preview)).rejects.toMatchObject({ code: 'conflict' })
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
  expect((await readBilling(world.ctx)).plan?.ends_at).toBe(preview.at)
})

// §D21-10
test('revoking in one tab and canceling in another cancels', async () => {
  const world = await aBookedSubscriber()
  const last_day = (await readBilling(world.ctx)).plan?.last_day ?? 0
  await Promise.allSettled([revokeDowngrade(world.ctx), cancelPlan(world.ctx, { last_day })])
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
})

// §D21-10
test.each(['booking', 'switching'])('booking and switching at once, %s first, keep what was paid', async (first) => {
  const world = await aPlusSubscriber()
  const [booking, switching] = [await previewDowngrade(world.ctx), await previewSwitch(world.ctx, 'year')]
  const presses = [() => bookDowngrade(world.ctx, booking), () => switchInterval(world.ctx, switching)]
  const order = first === 'booking' ? presses : presses.toReversed()
  await Promise.allSettled(order.map((press) => press()))
  const { price } = await priceAndSchedule(world)
  expect(paid(world)).toEqual(price === 'price_pro_year' ? [999, switching.amount_today] : [999])
})
