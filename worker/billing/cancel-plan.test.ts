import { expect, test } from 'vitest'
import { aSubscription } from '../testing/rows.ts'
import { cancelPlan, resumePlan } from './cancel-plan.ts'
import { readBilling } from './read-billing.ts'
import { aSubscriber, DAY, pass, theirPlan, type Subscriber } from './subscriber-world.ts'
import { aShop } from './test-world.ts'

async function lastDay({ ctx }: Pick<Subscriber, 'ctx'>): Promise<number> {
  return (await readBilling(ctx)).plan?.current_period_end ?? 0
}

test('a cancelled plan stays to its last day, which is said, and is not charged again (design §3.3)', async () => {
  const world = await aSubscriber()
  const ends_at = await lastDay(world)
  const billing = await cancelPlan(world.ctx, { ends_at, reason: 'too_expensive' })
  expect(billing).toMatchObject({ tier: 'intermediate_pro', plan: { ends_at, switch_to: null }, next_charge: null })
  expect(await theirPlan(world)).toMatchObject({
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive' },
  })
  const after = await pass(world, ends_at - world.ctx.now())
  expect(await readBilling(after.ctx)).toMatchObject({ tier: 'free', plan: null, invoices: [{ total: 349 }] })
})

test('cancelling twice, and resuming what goes on, change nothing', async () => {
  const world = await aSubscriber()
  const ends_at = await lastDay(world)
  expect((await resumePlan(world.ctx)).plan?.ends_at).toBeNull()
  await cancelPlan(world.ctx, { ends_at })
  expect((await cancelPlan(world.ctx, { ends_at })).plan?.ends_at).toBe(ends_at)
})

test('a cancellation is taken back in one call, and again', async () => {
  const world = await aSubscriber()
  const ends_at = await lastDay(world)
  for (let turn = 0; turn < 2; turn++) {
    await cancelPlan(world.ctx, { ends_at })
    expect(await resumePlan(world.ctx)).toMatchObject({ plan: { ends_at: null }, next_charge: { amount: 349 } })
    expect((await theirPlan(world)).cancel_at_period_end).toBe(false)
  }
})

test('a trial that is cancelled ends free of charge', async () => {
  const world = await aSubscriber({ trial: 7 })
  await cancelPlan(world.ctx, { ends_at: await lastDay(world) })
  const after = await pass(world, 8 * DAY)
  expect(await readBilling(after.ctx)).toMatchObject({ tier: 'free', invoices: [{ total: 0 }] })
})

test('who was shown another last day is not cancelled: 409, and the page loads anew', async () => {
  const world = await aSubscriber()
  const ends_at = (await lastDay(world)) - DAY
  await expect(cancelPlan(world.ctx, { ends_at })).rejects.toMatchObject({ code: 'conflict' })
  expect((await theirPlan(world)).cancel_at_period_end).toBe(false)
})

test('what is over is not resumed', async () => {
  const world = await aSubscriber()
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  const after = await pass(world, 1000)
  await expect(resumePlan(after.ctx)).rejects.toMatchObject({ code: 'conflict' })
})

test('a store’s plan is not touched, and nothing is asked of Stripe (fault 30)', async () => {
  const shop = await aShop()
  const user = await shop.customer()
  await aSubscription(shop.ctx.db, user, {
    tier: 'intermediate_pro',
    payment_type: 'google_play',
    stripe_subscription_id: null,
  })
  const ctx = await shop.as(user)
  await expect(cancelPlan(ctx, { ends_at: 0 })).rejects.toMatchObject({ code: 'store_billed' })
  await expect(resumePlan(ctx)).rejects.toMatchObject({ code: 'store_billed' })
  expect(shop.emulator.control.calls()).toEqual([])
})

test('without a plan there is nothing to cancel', async () => {
  const shop = await aShop()
  const ctx = await shop.as(await shop.customer())
  await expect(cancelPlan(ctx, { ends_at: 0 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(cancelPlan(shop.ctx, { ends_at: 0 })).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('where Stripe fails it is said and nothing here pretends; the next press works (fault 14)', async () => {
  const world = await aSubscriber()
  const ends_at = await lastDay(world)
  world.shop.emulator.control.fail({ kind: '500', on: 'POST /v1/subscriptions/*' })
  await expect(cancelPlan(world.ctx, { ends_at })).rejects.toMatchObject({ code: 'payment_failed' })
  expect((await readBilling(world.ctx)).plan?.ends_at).toBeNull()
  expect((await cancelPlan(world.ctx, { ends_at })).plan?.ends_at).toBe(ends_at)
})
