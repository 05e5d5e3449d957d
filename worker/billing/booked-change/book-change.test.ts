/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loadStripeBillingCustomer } from '../customer/billing-customer.ts'
import { getMe } from '../../users/accounts/get-me.ts'
import { readBilling } from '../overview/read-billing.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { aSubscriber, pass, theirPlan, type Subscriber } from '../testing/subscribed-user.fixture.ts'
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
import { subscriptions } from '../../db/schema/billing.ts'
import { bookChange, revokeChange } from './book-change.ts'
import { loadChange } from './load-change.ts'
import { scheduleChange } from './schedule-change.ts'
import { previewChange } from './preview-change.ts'

const PLUS = 'price_pro_month'
const PRO = 'price_intermediate_pro_month'

test.each([
  ['the smaller plan', PRO_MONTHLY, 349],
  ['a year', PLUS_YEARLY, 9999],
  ['a year of the smaller plan', PRO_YEARLY, 3499],
])('books %s with its day and price, charging nothing', async (_, wanted, price) => {
  const world = await aPlusSubscriber()
  const preview = await shown(world, wanted)
  expect(preview).toMatchObject({ ...wanted, price, first_charge: price })
  const billing = await bookChange(world.ctx, preview)
  expect(billing).toMatchObject({
    tier: 'pro',
    plan: { price_in_cents: 999, interval: 'month', booked: { ...wanted, price, at: preview.at } },
    next_charge: { amount: price, at: preview.at },
  })
  expect(preview.at).toBe(billing.plan?.current_period_end)
  expect(paid(world)).toEqual([999])
})

test('changes plan and price when the period ends', async () => {
  const world = await aBookedSubscriber()
  expect((await getMe(world.ctx))?.tier).toBe('pro')
  const after = await pass(world, 22 * DAY)
  expect(await readBilling(after.ctx)).toMatchObject({
    tier: 'intermediate_pro',
    plan: { price_in_cents: 349, booked: null, status: 'active' },
    next_charge: { amount: 349 },
  })
  expect(paid(after)).toEqual([999, 349])
})

test('a month becomes a year at its end, without a proration', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const { at } = await shown(world, PRO_YEARLY)
  await book(world, PRO_YEARLY)
  const after = await pass(world, 22 * DAY)
  const year = Date.UTC(2027, 3, 1, 12)
  expect(at).toBe(Date.UTC(2026, 3, 1, 12))
  expect(await readBilling(after.ctx)).toMatchObject({
    plan: { interval: 'year', price_in_cents: 3499, current_period_end: year, booked: null },
    next_charge: { amount: 3499, at: year },
    credit: null,
  })
  expect(paid(after)).toEqual([349, 3499])
  await pass(after, 365 * DAY)
  expect(paid(after)).toEqual([349, 3499, 3499])
})

test('a year becomes months at its end, without credit', async () => {
  const world = await aSubscriber({ price: 'price_intermediate_pro_year' })
  await book(world, PRO_MONTHLY)
  const later = await pass(world, 364 * DAY)
  expect([paid(later), (await readBilling(later.ctx)).plan?.interval]).toEqual([[3499], 'year'])
  const after = await pass(later, 2 * DAY)
  expect(await readBilling(after.ctx)).toMatchObject({ credit: null, plan: { interval: 'month', price_in_cents: 349 } })
  await pass(after, 31 * DAY)
  expect(paid(after)).toEqual([3499, 349, 349])
})

test('lets go of the subscription once the booked plan runs', async () => {
  const world = await pass(await aBookedSubscriber(), 22 * DAY)
  await world.shop.deliver()
  expect(await priceAndSchedule(world)).toMatchObject({ price: PRO, scheduled: false })
  expect(await world.ctx.db.select().from(subscriptions)).toMatchObject([
    { stripe_schedule_id: null, next_plan: null, next_interval: null },
  ])
})

test('another booking replaces the one before', async () => {
  const world = await aBookedSubscriber()
  const { schedule } = await theirPlan(world)
  for (const wanted of [PLUS_YEARLY, PRO_YEARLY]) {
    expect((await book(world, wanted)).plan?.booked).toMatchObject(wanted)
    expect((await theirPlan(world)).schedule).toBe(schedule)
  }
  const after = await pass(world, 22 * DAY)
  expect(paid(after)).toEqual([999, 3499])
  expect((await getMe(after.ctx))?.tier).toBe('intermediate_pro')
})

test('takes a booking back, and books it again', async () => {
  const world = await aBookedSubscriber()
  for (let turn = 0; turn < 2; turn++) {
    expect(await revokeChange(world.ctx, PLUS_MONTHLY)).toMatchObject({
      plan: { booked: null },
      next_charge: { amount: 999 },
    })
    expect(await priceAndSchedule(world)).toMatchObject({ price: PLUS, scheduled: false })
    await book(world)
  }
  await pass(world, 22 * DAY)
  expect(paid(world)).toEqual([999, 349])
})

test('taking back twice changes nothing', async () => {
  const world = await aBookedSubscriber()
  await revokeChange(world.ctx, PLUS_MONTHLY)
  expect((await revokeChange(world.ctx, PLUS_MONTHLY)).plan?.booked).toBeNull()
})

test('does not take back a change that has happened', async () => {
  const world = await aBookedSubscriber()
  const { ctx } = await pass(world, 22 * DAY)
  await expect(revokeChange(ctx, PLUS_MONTHLY)).rejects.toMatchObject({ code: 'conflict' })
})

test.each([
  ['another day', { at: 5 }],
  ['another price', { price: 350 }],
  ['another first charge', { first_charge: 1 }],
])('refuses to book with %s (409)', async (_, lie) => {
  const world = await aPlusSubscriber()
  const preview = await shown(world)
  await expect(bookChange(world.ctx, { ...preview, ...lie })).rejects.toMatchObject({ code: 'conflict' })
  expect(await priceAndSchedule(world)).toMatchObject({ scheduled: false })
})

test('refuses when a promotion ended after the preview', async () => {
  const world = await aPlusSubscriber({ coupon: 'forever10' })
  const preview = await previewChange(world.ctx, PRO_YEARLY)
  expect(preview).toMatchObject({ price: 3499, first_charge: 3149, promotions: [{ name: 'FOREVER10' }] })
  await world.shop.stripe.subscriptions.update(world.subscription, { discounts: '' })
  await expect(bookChange(world.ctx, preview)).rejects.toMatchObject({
    code: 'conflict',
    detail: { attribute: 'first_charge' },
  })
})

test('learns of a booking whose webhooks were lost', async () => {
  const world = await aPlusSubscriber()
  const [before] = await world.ctx.db.select().from(subscriptions)
  await book(world)
  const { next_plan, next_interval, next_plan_at, next_plan_price, stripe_schedule_id } = before ?? {}
  const set = { next_plan, next_interval, next_plan_at, next_plan_price, stripe_schedule_id }
  await world.ctx.db.update(subscriptions).set(set).where(eq(subscriptions.user_id, world.user.id))
  expect((await readBilling(world.ctx)).plan?.booked).toMatchObject({ plan: 'intermediate_pro' })
})

test('a change that Stripe already made shows after one refusal', async () => {
  const world = await aSubscriber()
  const [item] = (await theirPlan(world)).items.data
  await world.shop.stripe.subscriptions.update(world.subscription, {
    items: [{ id: item?.id ?? '', price: 'price_intermediate_pro_year' }],
  })
  await expect(previewChange(world.ctx, PRO_YEARLY)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your plan has changed. Please check it again.',
  })
  expect((await readBilling(world.ctx)).plan).toMatchObject({ interval: 'year', bookable: [{ interval: 'month' }] })
})

test('a half-made schedule is released by the schedule', async () => {
  const world = await aPlusSubscriber()
  await world.shop.stripe.subscriptionSchedules.create({ from_subscription: world.subscription })
  await world.shop.deliver()
  expect(await priceAndSchedule(world)).toMatchObject({ price: PLUS, scheduled: true })
  world.ctx.advance(15 * MINUTE)
  await reconcile(world.shop.ctx)
  await reconcile(world.shop.ctx)
  expect(await priceAndSchedule(world)).toMatchObject({ price: PLUS, scheduled: false })
  expect(await world.ctx.db.select().from(subscriptions)).toMatchObject([{ stripe_schedule_id: null }])
})

test('a booking that meets a cancellation at Stripe leaves it', async () => {
  const world = await aPlusSubscriber()
  const change = await loadChange(world.ctx, await loadStripeBillingCustomer(world.ctx), PRO_MONTHLY)
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
  await expect(scheduleChange(world.ctx, change)).rejects.toMatchObject({ code: 'conflict' })
  expect(await theirPlan(world)).toMatchObject({ schedule: null, cancel_at_period_end: true })
})

test('leaves a schedule alone that an operator made for later', async () => {
  const world = await aPlusSubscriber()
  const id = await plannedByOperator(world)
  const later = await pass(world, DAY)
  expect((await theirPlan(later)).schedule).toBe(id)
  expect((await readBilling(later.ctx)).plan).toMatchObject({ booked: null })
  await expect(previewChange(later.ctx, PRO_MONTHLY)).rejects.toMatchObject({ code: 'conflict' })
})

/** A price of their own, which our catalog does not have. */
async function plannedByOperator({ shop, subscription }: Subscriber): Promise<string> {
  const { subscriptionSchedules, products, prices: theirs } = shop.stripe
  const product = await products.create({ name: 'Special' })
  const special = { product: product.id, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } } as const
  const { id } = await theirs.create(special)
  const { phases, ...made } = await subscriptionSchedules.create({ from_subscription: subscription })
  const { start_date = 0, end_date = 0 } = phases[0] ?? {}
  await subscriptionSchedules.update(made.id, {
    phases: [{ items: [{ price: PLUS }], start_date, end_date }, { items: [{ price: id }] }],
  })
  return made.id
}
