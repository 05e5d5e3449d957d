import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cancelPlan } from './cancel-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { aSubscriber, cardGoesBad, pass, theirPlan } from '../testing/subscribed-user.fixture.ts'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { previewSwitch, switchInterval } from './switch-interval.ts'
import { prices } from '../../db/schema/billing.ts'

// §D5-17
test('charges exactly what it showed for a switch', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const preview = await previewSwitch(world.ctx, 'year')
  expect(preview).toMatchObject({ interval: 'year', price: 3499, currency: 'usd', balance: 0 })
  expect(preview.credit).toBeGreaterThan(0)
  expect(preview.amount_today).toBe(3499 - preview.credit)
  const thinking = 5 * 60_000
  world.ctx.advance(thinking)
  const billing = await switchInterval(world.ctx, preview)
  expect(billing).toMatchObject({
    plan: {
      interval: 'year',
      price_in_cents: 3499,
      switch_to: 'month',
      current_period_end: preview.next_charge_at + thinking,
    },
    next_charge: { amount: 3499 },
  })
  expect(billing.invoices[0]).toMatchObject({ total: preview.amount_today, status: 'paid' })
})

// §D22-01
test('names the next month as the next payment of a monthly switch', async () => {
  const world = await pass(await aSubscriber({ price: 'price_intermediate_pro_year' }), 10 * DAY)
  const preview = await previewSwitch(world.ctx, 'month')
  expect(preview).toMatchObject({ amount_today: 0, price: 349, next_charge_at: Date.UTC(2026, 3, 11, 12) })
  expect(preview.balance).toBe(preview.credit - 349)
  const billing = await switchInterval(world.ctx, preview)
  expect(billing).toMatchObject({
    plan: { interval: 'month', current_period_end: preview.next_charge_at },
    next_charge: { amount: 0, credit: 349 },
  })
})

// §D22-02
test('says how far credit reaches and when the card pays', async () => {
  const world = await pass(await aSubscriber({ price: 'price_intermediate_pro_year' }), 10 * DAY)
  const preview = await previewSwitch(world.ctx, 'month')
  const { balance } = preview
  expect(preview.card).toEqual({
    covered: Math.floor(balance / 349),
    amount: 349 - (balance % 349),
    at: Date.UTC(2026, 3 + Math.floor(balance / 349), 11, 12),
  })
  const { credit, next_charge } = await switchInterval(world.ctx, preview)
  expect(credit?.amount).toBe(balance)
  expect(next_charge?.card).toEqual(preview.card)
})

// §D22-02
test('charges the card on the very day that was named', async () => {
  const bought = await pass(await aSubscriber({ price: 'price_intermediate_pro_year' }), 10 * DAY)
  const preview = await previewSwitch(bought.ctx, 'month')
  await switchInterval(bought.ctx, preview)
  const { store } = bought.shop.emulator
  const charges = () => store.all('charge').map(({ amount, created }) => ({ amount, at: created * 1000 }))
  await pass(bought, (preview.card?.at ?? 0) - bought.ctx.now() - 1000)
  expect(charges()).toHaveLength(1)
  // Stripe finalizes and charges a renewal an hour later.
  await pass(bought, 2 * HOUR)
  expect(charges()[0]?.amount).toBe(preview.card?.amount)
  expect(charges()).toHaveLength(2)
})

// §D22-03
test('counts credit from before the switch too', async () => {
  const world = await aSubscriber()
  await world.shop.stripe.customers.createBalanceTransaction(world.customer, { amount: -5000, currency: 'usd' })
  const preview = await previewSwitch(world.ctx, 'year')
  expect(preview.amount_today).toBe(0)
  expect(preview.balance).toBe(5000 + preview.credit - 3499)
})

test('keeps the trial and charges nothing during one', async () => {
  const world = await aSubscriber({ trial: 7 })
  const ends = world.ctx.now() + 7 * DAY
  const preview = await previewSwitch(world.ctx, 'year')
  expect(preview).toMatchObject({ amount_today: 0, credit: 0, balance: 0, price: 3499, next_charge_at: ends })
  expect(await switchInterval(world.ctx, preview)).toMatchObject({
    plan: { status: 'trialing', interval: 'year', current_period_end: ends },
    next_charge: { amount: 3499, at: ends },
  })
})

test('charges once when pressed twice, even at once', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const preview = await previewSwitch(world.ctx, 'year')
  await Promise.allSettled([switchInterval(world.ctx, preview), switchInterval(world.ctx, preview)])
  const billing = await switchInterval(world.ctx, preview)
  expect(billing.plan?.interval).toBe('year')
  expect(billing.invoices.filter(({ total }) => total === preview.amount_today)).toHaveLength(1)
})

test('the same press finds the switch done after a lost response', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const preview = await previewSwitch(world.ctx, 'year')
  world.shop.emulator.control.fail({ kind: 'drop_after_commit', on: 'POST /v1/subscriptions/*' })
  await expect(switchInterval(world.ctx, preview)).rejects.toMatchObject({ code: 'payment_failed' })
  expect(await switchInterval(world.ctx, preview)).toMatchObject({ plan: { interval: 'year' } })
  expect((await readBilling(world.ctx)).invoices).toHaveLength(2)
})

// §D5-17
test.each([
  ['another amount', { amount_today: 1 }],
  ['an old proration date', { proration_date: -3600 }],
  ['a future proration date', { proration_date: 3600 }],
])('refuses a switch with %s, and charges nothing', async (_, lie) => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  const preview = await previewSwitch(world.ctx, 'year')
  const proration_date = preview.proration_date + ('proration_date' in lie ? lie.proration_date : 0)
  await expect(switchInterval(world.ctx, { ...preview, ...lie, proration_date })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await theirPlan(world)).items.data[0]?.price.id).toBe('price_intermediate_pro_month')
  expect((await readBilling(world.ctx)).invoices).toHaveLength(1)
})

test('does not switch when the card is declined', async () => {
  const world = await pass(await aSubscriber(), 10 * DAY)
  await cardGoesBad(world)
  const preview = await previewSwitch(world.ctx, 'year')
  await expect(switchInterval(world.ctx, preview)).rejects.toMatchObject({ code: 'card_declined' })
  expect((await readBilling(world.ctx)).plan).toMatchObject({ interval: 'month', status: 'active' })
})

test.each(['a student’s price', 'a canceled plan', 'a plan that is no longer sold'])(
  'rejects a switch of %s, which has no other interval',
  async (kind) => {
    const student = kind === 'a student’s price'
    const price = student ? 'price_intermediate_pro_year_student' : 'price_intermediate_pro_month'
    const world = await aSubscriber({ price })
    const { db } = world.ctx
    if (kind === 'a canceled plan') {
      const last_day = (await readBilling(world.ctx)).plan?.last_day ?? 0
      await cancelPlan(world.ctx, { last_day })
    }
    if (kind === 'a plan that is no longer sold') {
      await db.update(prices).set({ active: false }).where(eq(prices.plan_id, 'intermediate_pro'))
    }
    expect((await readBilling(world.ctx)).plan?.switch_to).toBeNull()
    await expect(previewSwitch(world.ctx, student ? 'month' : 'year')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Your plan has changed. Please check it again.',
    })
  },
)

// §D8-07
test('a switch that Stripe already made shows after one refusal', async () => {
  const world = await aSubscriber()
  expect((await readBilling(world.ctx)).plan).toMatchObject({ interval: 'month', switch_to: 'year' })
  const plan = await theirPlan(world)
  const [item] = plan.items.data
  await world.shop.stripe.subscriptions.update(world.subscription, {
    items: [{ id: item?.id ?? '', price: 'price_intermediate_pro_year' }],
  })
  await expect(previewSwitch(world.ctx, 'year')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your plan has changed. Please check it again.',
  })
  expect((await readBilling(world.ctx)).plan).toMatchObject({ interval: 'year', switch_to: 'month' })
})
