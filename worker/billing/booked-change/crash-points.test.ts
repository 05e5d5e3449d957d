/** @module-tag long */
import { expect, test } from 'vitest'
import { getMe } from '../../accounts/get-me.ts'
import { cancelPlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import {
  aBookedSubscriber,
  aPlusSubscriber,
  book,
  paid,
  PLUS_MONTHLY,
  priceAndSchedule,
  PRO_YEARLY,
  shown,
} from '../testing/booked-change.fixture.ts'
import { atEachCall } from '../testing/crash-point.fixture.ts'
import { aSubscriber, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { bookChange, revokeChange } from './book-change.ts'

type Press = (world: Subscriber) => Promise<unknown>

/** A call that died keeps the next one waiting this long. */
const LEASE = 2 * MINUTE

/** What the user saw stays promised: the press again sends the same. */
async function booking(world: Subscriber): Promise<Press> {
  const preview = await shown(world)
  return ({ ctx }) => bookChange(ctx, preview)
}
async function canceling({ ctx }: Subscriber): Promise<Press> {
  const last_day = (await readBilling(ctx)).plan?.last_day ?? null
  return (world) => cancelPlan(world.ctx, { last_day })
}
async function upgrading({ ctx }: Subscriber): Promise<Press> {
  const details = await proUpgradeDetails(ctx)
  return (world) => upgradePlan(world.ctx, details)
}
const revoking =
  async (): Promise<Press> =>
  ({ ctx }) =>
    revokeChange(ctx, PLUS_MONTHLY)

/** Two runs of the schedule, without any webhook, finish what a crash left. */
async function settle({ shop, ctx }: Subscriber): Promise<void> {
  for (let run = 0; run < 2; run++) {
    ctx.advance(15 * MINUTE)
    await reconcile(shop.ctx)
  }
}

/** D1 says of the booking what Stripe does, and Pro+ runs until the period ends. */
async function expectAgreed(world: Subscriber): Promise<boolean> {
  const { plan } = await readBilling(world.ctx)
  const { scheduled } = await priceAndSchedule(world)
  expect((await getMe(world.ctx))?.tier).toBe('pro')
  expect(plan?.booked !== null, 'booked in D1 as at Stripe').toBe(scheduled)
  return scheduled
}

// §D21-09
test.each(['dies', 'unanswered'] as const)('a booking that fails at any call (%s) is whole or undone', async (kind) => {
  const calls = await atEachCall(aPlusSubscriber, booking, kind, async (world) => {
    await settle(world)
    const booked = await expectAgreed(world)
    const after = await pass(world, 22 * DAY)
    expect(paid(after)).toEqual([999, booked ? 349 : 999])
    expect((await getMe(after.ctx))?.tier).toBe(booked ? 'intermediate_pro' : 'pro')
  })
  expect(calls).toBeGreaterThan(5)
})

// §D21-09
test('a booking that failed at any call is finished by another press', async () => {
  await atEachCall(aPlusSubscriber, booking, 'unanswered', async (world, press) => {
    world.ctx.advance(LEASE)
    await press(world)
    expect(await expectAgreed(world)).toBe(true)
    expect(paid(await pass(world, 22 * DAY))).toEqual([999, 349])
  })
})

// §D21-09
test.each([
  ['revoking', revoking, [999, 999]],
  ['canceling', canceling, [999]],
] as const)('%s is finished by another press after any crash', async (_, prepare, charges) => {
  await atEachCall(aBookedSubscriber, prepare, 'dies', async (world, press) => {
    await press(world)
    expect(await expectAgreed(world)).toBe(false)
    expect(paid(await pass(world, 22 * DAY))).toEqual(charges)
  })
})

// §D21-09
test('an upgrade while booked charges at most once, whatever fails', async () => {
  const make = async () => {
    const world = await pass(await aSubscriber(), 10 * DAY)
    await book(world, PRO_YEARLY)
    return world
  }
  await atEachCall(make, upgrading, 'dies', async (world, press) => {
    world.ctx.advance(LEASE)
    await press(world).catch(() => {})
    await settle(world)
    expect(await readBilling(world.ctx)).toMatchObject({ tier: 'pro', plan: { interval: 'month', booked: null } })
    expect(paid(world)).toHaveLength(2)
  })
})
