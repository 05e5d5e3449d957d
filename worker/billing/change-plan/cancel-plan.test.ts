import { expect, test } from 'vitest'
import { aSubscription } from '../../testing/rows.ts'
import { cancelPlan, resumePlan } from './cancel-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import {
  aDebtor,
  aSubscriber,
  cardGoesBad,
  pass,
  theirPlan,
  type Subscriber,
} from '../testing/subscribed-user.fixture.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'

async function lastDayOf({ ctx }: Pick<Subscriber, 'ctx'>): Promise<number> {
  return (await readBilling(ctx)).plan?.last_day ?? 0
}

test('keeps a canceled plan until its last day, without another charge', async () => {
  const world = await aSubscriber()
  const last_day = await lastDayOf(world)
  const billing = await cancelPlan(world.ctx, { last_day, reason: 'too_expensive' })
  expect(billing).toMatchObject({
    tier: 'intermediate_pro',
    plan: { ends_at: last_day, bookable: [] },
    next_charge: null,
  })
  expect(await theirPlan(world)).toMatchObject({
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive' },
  })
  const after = await pass(world, last_day - world.ctx.now())
  expect(await readBilling(after.ctx)).toMatchObject({ tier: 'free', plan: null, invoices: [{ total: 349 }] })
})

test('canceling twice and resuming an active plan change nothing', async () => {
  const world = await aSubscriber()
  const last_day = await lastDayOf(world)
  expect((await resumePlan(world.ctx)).plan?.ends_at).toBeNull()
  await cancelPlan(world.ctx, { last_day })
  expect((await cancelPlan(world.ctx, { last_day })).plan?.ends_at).toBe(last_day)
})

test('resumes a canceled plan, and does so only once', async () => {
  const world = await aSubscriber()
  const last_day = await lastDayOf(world)
  for (let turn = 0; turn < 2; turn++) {
    await cancelPlan(world.ctx, { last_day })
    expect(await resumePlan(world.ctx)).toMatchObject({ plan: { ends_at: null }, next_charge: { amount: 349 } })
    expect((await theirPlan(world)).cancel_at_period_end).toBe(false)
  }
})

test('ends a canceled trial without a charge', async () => {
  const world = await aSubscriber({ trial: 7 })
  await cancelPlan(world.ctx, { last_day: await lastDayOf(world) })
  const after = await pass(world, 8 * DAY)
  expect(await readBilling(after.ctx)).toMatchObject({ tier: 'free', invoices: [{ total: 0 }] })
})

test('refuses to cancel with an outdated last day (409)', async () => {
  const world = await aSubscriber()
  const last_day = (await lastDayOf(world)) - DAY
  await expect(cancelPlan(world.ctx, { last_day })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your plan has changed. Please check it again.',
  })
  expect((await theirPlan(world)).cancel_at_period_end).toBe(false)
})

test('does not resume a plan that has ended', async () => {
  const world = await aSubscriber()
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  const after = await pass(world, 1000)
  await expect(resumePlan(after.ctx)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your plan has ended. Choose a new one under Plans.',
  })
})

test('does not cancel a store plan or call Stripe', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  await aSubscription(shop.ctx.db, user, {
    tier: 'intermediate_pro',
    payment_type: 'google_play',
    stripe_subscription_id: null,
  })
  const ctx = await shop.as(user)
  await expect(cancelPlan(ctx, { last_day: 0 })).rejects.toMatchObject({ code: 'store_billed' })
  await expect(resumePlan(ctx)).rejects.toMatchObject({ code: 'store_billed' })
  expect(shop.emulator.control.calls()).toEqual([])
})

test('refuses to cancel without a plan', async () => {
  const shop = await aBillingFixture()
  const ctx = await shop.as(await shop.customer())
  await expect(cancelPlan(ctx, { last_day: 0 })).rejects.toMatchObject({ code: 'conflict' })
})

test('reports a Stripe failure, and the next press cancels', async () => {
  const world = await aSubscriber()
  const last_day = await lastDayOf(world)
  world.shop.emulator.control.fail({ kind: '500', on: 'POST /v1/subscriptions/*' })
  await expect(cancelPlan(world.ctx, { last_day })).rejects.toMatchObject({ code: 'payment_failed' })
  expect((await readBilling(world.ctx)).plan?.ends_at).toBeNull()
  expect((await cancelPlan(world.ctx, { last_day })).plan?.ends_at).toBe(last_day)
})

test('cancels a past-due plan at once and stops its payment retries', async () => {
  const world = await aDebtor()
  expect((await readBilling(world.ctx)).plan).toMatchObject({ status: 'past_due', last_day: null })
  await expect(cancelPlan(world.ctx, { last_day: world.ctx.now() })).rejects.toMatchObject({ code: 'conflict' })
  expect(await cancelPlan(world.ctx, { last_day: null })).toMatchObject({ tier: 'free', plan: null })
  const good = await world.shop.stripe.paymentMethods.attach('pm_card_visa', { customer: world.customer })
  await world.shop.stripe.customers.update(world.customer, { invoice_settings: { default_payment_method: good.id } })
  const after = await pass(world, 10 * DAY)
  expect((await readBilling(after.ctx)).invoices.map(({ status }) => status)).toEqual(['lapsed', 'paid'])
})

test('shows and resumes a cancellation set in Stripe', async () => {
  const world = await aSubscriber()
  const at = world.ctx.now() + 5 * DAY
  await world.shop.stripe.subscriptions.update(world.subscription, { cancel_at: at / 1000 })
  const told = await pass(world, 1000)
  expect((await readBilling(told.ctx)).plan?.ends_at).toBe(at)
  expect((await resumePlan(told.ctx)).plan?.ends_at).toBeNull()
  expect((await theirPlan(world)).cancel_at).toBeNull()
})

/** Time passes at Stripe, and no event tells us. */
async function unheard(world: Subscriber, ms: number): Promise<Subscriber> {
  world.shop.wait(ms)
  return { ...world, ctx: await world.shop.as(world.user) }
}

const CHANGED = { code: 'conflict', message: 'Your plan has changed. Please check it again.' }

test('does not cancel a plan that has renewed unheard', async () => {
  const world = await aSubscriber()
  const last_day = await lastDayOf(world)
  const after = await unheard(world, last_day - world.ctx.now() + MINUTE)
  await expect(cancelPlan(after.ctx, { last_day })).rejects.toMatchObject(CHANGED)
  expect(await theirPlan(world)).toMatchObject({ cancel_at_period_end: false })
  expect(await lastDayOf(after)).toBeGreaterThan(last_day)
})

test('does not end a plan whose payment came in unheard', async () => {
  const world = await aDebtor()
  const [open] = (await world.shop.stripe.invoices.list({ customer: world.customer, status: 'open' })).data
  const good = await world.shop.stripe.paymentMethods.attach('pm_card_visa', { customer: world.customer })
  await world.shop.stripe.invoices.pay(open?.id ?? '', { payment_method: good.id })
  await expect(cancelPlan(world.ctx, { last_day: null })).rejects.toMatchObject(CHANGED)
  expect(await theirPlan(world)).toMatchObject({ status: 'active' })
})

test('does not cancel for later where a payment became owed unheard', async () => {
  const begun = await aSubscriber()
  await cardGoesBad(begun)
  const renewed = await pass(begun, (await lastDayOf(begun)) - begun.ctx.now())
  const last_day = await lastDayOf(renewed)
  const after = await unheard(renewed, 2 * HOUR)
  await expect(cancelPlan(after.ctx, { last_day })).rejects.toMatchObject(CHANGED)
  expect((await readBilling(after.ctx)).plan).toMatchObject({ status: 'past_due', ends_at: null })
})

test('does not resume a plan that has ended unheard', async () => {
  const world = await aSubscriber()
  const last_day = await lastDayOf(world)
  await cancelPlan(world.ctx, { last_day })
  // Stripe's clock is a little ahead of ours.
  world.shop.emulator.control.later(last_day - world.ctx.now() + 1000)
  await expect(resumePlan(world.ctx)).rejects.toMatchObject(CHANGED)
  expect(await readBilling(world.ctx)).toMatchObject({ tier: 'free', plan: null })
})
