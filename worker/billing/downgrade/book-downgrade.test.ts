import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getMe } from '../../accounts/get-me.ts'
import { readBilling } from '../overview/read-billing.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { pass, theirPlan, aSubscriber } from '../testing/subscribed-user.fixture.ts'
import {
  aBookedSubscriber,
  aPlusSubscriber,
  book,
  paid,
  priceAndSchedule,
} from '../testing/booked-downgrade.fixture.ts'
import { users } from '../../db/schema/accounts.ts'
import { prices, subscriptions } from '../../db/schema/billing.ts'
import { bookDowngrade, revokeDowngrade } from './book-downgrade.ts'
import { previewDowngrade } from './preview-downgrade.ts'

const PLUS = 'price_pro_month'
const PRO = 'price_intermediate_pro_month'

// §D21-01
test('shows a booked downgrade with its day and price, charging nothing', async () => {
  const world = await aPlusSubscriber()
  const preview = await previewDowngrade(world.ctx)
  const billing = await bookDowngrade(world.ctx, preview)
  expect(billing).toMatchObject({
    tier: 'pro',
    plan: {
      price_in_cents: 999,
      downgrade_to: null,
      next: { tier: 'intermediate_pro', price_in_cents: 349, at: preview.at },
    },
    next_charge: { amount: 349, at: preview.at },
  })
  expect(preview.at).toBe(billing.plan?.current_period_end)
  expect(paid(world)).toEqual([999])
})

// §D21-02
test('changes plan and price when the period ends', async () => {
  const world = await aBookedSubscriber()
  expect((await getMe(world.ctx))?.tier).toBe('pro')
  const after = await pass(world, 22 * DAY)
  expect(await readBilling(after.ctx)).toMatchObject({
    tier: 'intermediate_pro',
    plan: { price_in_cents: 349, next: null, downgrade_to: null, status: 'active' },
    next_charge: { amount: 349 },
  })
  expect(paid(after)).toEqual([999, 349])
})

// §D21-02
test('lets go of the subscription once the smaller plan runs', async () => {
  const world = await pass(await aBookedSubscriber(), 22 * DAY)
  await world.shop.deliver()
  expect(await priceAndSchedule(world)).toMatchObject({ price: PRO, scheduled: false })
  expect(await world.ctx.db.select().from(subscriptions)).toMatchObject([{ stripe_schedule_id: null, next_plan: null }])
})

// §D21-03
test('revokes a booked downgrade, and books it again', async () => {
  const world = await aBookedSubscriber()
  for (let turn = 0; turn < 2; turn++) {
    expect(await revokeDowngrade(world.ctx)).toMatchObject({
      plan: { next: null, downgrade_to: 'intermediate_pro' },
      next_charge: { amount: 999 },
    })
    expect(await priceAndSchedule(world)).toMatchObject({ price: PLUS, scheduled: false })
    await book(world)
  }
  await pass(world, 22 * DAY)
  expect(paid(world)).toEqual([999, 349])
})

test('revoking twice changes nothing', async () => {
  const world = await aBookedSubscriber()
  await revokeDowngrade(world.ctx)
  expect((await revokeDowngrade(world.ctx)).plan?.next).toBeNull()
})

// §D21-03
test('does not revoke a downgrade that has happened', async () => {
  const world = await aBookedSubscriber()
  const { ctx } = await pass(world, 22 * DAY)
  await expect(revokeDowngrade(ctx)).rejects.toMatchObject({ code: 'conflict' })
})

// §D21-04
test.each([
  ['another day', { at: 5 }],
  ['another price', { price: 350 }],
  ['another first charge', { first_charge: 1 }],
])('refuses to book with %s (409)', async (_, lie) => {
  const world = await aPlusSubscriber()
  const preview = await previewDowngrade(world.ctx)
  await expect(bookDowngrade(world.ctx, { ...preview, ...lie })).rejects.toMatchObject({ code: 'conflict' })
  expect(await priceAndSchedule(world)).toMatchObject({ scheduled: false })
})

// §D21-04
test('refuses when a promotion ended after the preview', async () => {
  const world = await aPlusSubscriber({ coupon: 'forever10' })
  const preview = await previewDowngrade(world.ctx)
  expect(preview).toMatchObject({ price: 349, first_charge: 314, promotions: [{ name: 'FOREVER10' }] })
  await world.shop.stripe.subscriptions.update(world.subscription, { discounts: '' })
  await expect(bookDowngrade(world.ctx, preview)).rejects.toMatchObject({
    code: 'conflict',
    detail: { attribute: 'first_charge' },
  })
})

// §D21-05
test.each([
  ['Pro', { price: PRO }, async () => {}],
  [
    'a canceled plan',
    {},
    async (world: Awaited<ReturnType<typeof aPlusSubscriber>>) => {
      await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at_period_end: true })
      await pass(world, 1000)
    },
  ],
  [
    'a plan whose smaller one is not sold',
    {},
    async ({ ctx }: Awaited<ReturnType<typeof aPlusSubscriber>>) => {
      await ctx.db.update(prices).set({ active: false }).where(eq(prices.plan_id, 'intermediate_pro'))
    },
  ],
])('does not offer a downgrade of %s', async (_, given, happens) => {
  const world = await aPlusSubscriber(given)
  await happens(world)
  expect((await readBilling(world.ctx)).plan?.downgrade_to).toBeNull()
  await expect(previewDowngrade(world.ctx)).rejects.toMatchObject({ code: 'conflict' })
})

// §D21-05
test('offers a student the price for students', async () => {
  const { ctx, user } = await aSubscriber({ price: 'price_pro_year' })
  expect((await previewDowngrade(ctx)).price).toBe(3499)
  await ctx.db.update(users).set({ student: true }).where(eq(users.id, user.id))
  expect((await previewDowngrade(ctx)).price).toBe(1999)
})

test('learns of a downgrade whose webhooks were lost', async () => {
  const world = await aPlusSubscriber()
  const before = await world.ctx.db.select().from(subscriptions)
  await book(world)
  const { next_plan, next_plan_at, next_plan_price, stripe_schedule_id } = before[0] ?? {}
  await world.ctx.db.update(subscriptions).set({ next_plan, next_plan_at, next_plan_price, stripe_schedule_id })
  expect((await readBilling(world.ctx)).plan?.next).toMatchObject({ tier: 'intermediate_pro' })
})

// §D21-09
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

test('leaves a schedule alone that an operator made for later', async () => {
  const world = await aPlusSubscriber()
  const { subscriptionSchedules, products, prices: theirs } = world.shop.stripe
  const product = await products.create({ name: 'Special' })
  const special = { product: product.id, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } } as const
  const { id } = await theirs.create(special)
  const { phases, ...made } = await subscriptionSchedules.create({ from_subscription: world.subscription })
  const { start_date = 0, end_date = 0 } = phases[0] ?? {}
  await subscriptionSchedules.update(made.id, {
    phases: [{ items: [{ price: PLUS }], start_date, end_date }, { items: [{ price: id }] }],
  })
  const later = await pass(world, DAY)
  expect((await theirPlan(later)).schedule).toBe(made.id)
  expect((await readBilling(later.ctx)).plan).toMatchObject({ next: null })
  await expect(previewDowngrade(later.ctx)).rejects.toMatchObject({ code: 'conflict' })
})
