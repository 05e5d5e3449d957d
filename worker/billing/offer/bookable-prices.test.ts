import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { prices } from '../../db/schema/billing.ts'
import { previewChange } from '../booked-change/preview-change.ts'
import { cancelPlan } from '../change-plan/cancel-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { aBookedSubscriber, book, PLUS_YEARLY, PRO_MONTHLY, PRO_YEARLY } from '../testing/booked-change.fixture.ts'
import { aDebtor, aSubscriber, type Subscriber } from '../testing/subscribed-user.fixture.ts'

async function offered({ ctx }: Pick<Subscriber, 'ctx'>): Promise<string[]> {
  const { plan } = await readBilling(ctx)
  return (plan?.bookable ?? []).map((each) => `${each.plan} ${each.interval} ${each.price}`).toSorted()
}
const study = ({ ctx, user }: Subscriber) => ctx.db.update(users).set({ student: true }).where(eq(users.id, user.id))

test.each([
  ['price_intermediate_pro_month', ['intermediate_pro year 3499']],
  ['price_intermediate_pro_year', ['intermediate_pro month 349']],
  ['price_pro_month', ['intermediate_pro month 349', 'intermediate_pro year 3499', 'pro year 9999']],
  ['price_pro_year', ['intermediate_pro month 349', 'intermediate_pro year 3499', 'pro month 999']],
  ['price_intermediate_pro_year_student', []],
])('offers with %s what it can become', async (price, expected) => {
  expect(await offered(await aSubscriber({ price }))).toEqual(expected)
})

test.each([
  ['price_intermediate_pro_month', ['intermediate_pro year 1999']],
  ['price_intermediate_pro_year', []],
  ['price_pro_month', ['intermediate_pro year 1999', 'pro year 9999']],
  ['price_pro_year', ['intermediate_pro year 1999']],
])('offers a student with %s yearly prices only', async (price, expected) => {
  const world = await aSubscriber({ price })
  await study(world)
  expect(await offered(world)).toEqual(expected)
})

test('a student books the yearly price for students', async () => {
  const world = await aSubscriber()
  await study(world)
  expect((await book(world, PRO_YEARLY)).next_charge).toMatchObject({ amount: 1999 })
  await expect(previewChange(world.ctx, PRO_MONTHLY)).rejects.toMatchObject({ code: 'conflict' })
})

test('does not offer what is booked, only others in its place', async () => {
  const world = await aBookedSubscriber()
  expect(await offered(world)).toEqual(['intermediate_pro year 3499', 'pro year 9999'])
})

test('never offers everyone’s price for one that an operator agreed on', async () => {
  const world = await aSubscriber()
  await world.ctx.db.update(prices).set({ amount: 399 }).where(eq(prices.id, 'plan_intermediate_pro_month'))
  expect(await offered(world)).toEqual([])
})

const OFFERED_NOTHING: [string, () => Promise<Pick<Subscriber, 'ctx'>>][] = [
  ['the legacy plan', () => aSubscriber({ legacy: 500 })],
  ['a plan with a failed payment', aDebtor],
  ['a canceled plan', aCanceledPlan],
  ['a plan that is not sold anymore', anOldPlan],
]

test.each(OFFERED_NOTHING)('offers nothing for %s, and refuses it (409)', async (_, make) => {
  const world = await make()
  expect(await offered(world)).toEqual([])
  for (const wanted of [PRO_YEARLY, PRO_MONTHLY, PLUS_YEARLY]) {
    await expect(previewChange(world.ctx, wanted)).rejects.toMatchObject({ code: 'conflict' })
  }
})

async function aCanceledPlan(): Promise<Subscriber> {
  const world = await aSubscriber({ price: 'price_pro_month' })
  await cancelPlan(world.ctx, { last_day: (await readBilling(world.ctx)).plan?.last_day ?? 0 })
  return world
}

async function anOldPlan(): Promise<Subscriber> {
  const world = await aSubscriber()
  await world.ctx.db.update(prices).set({ active: false })
  return world
}
