import { expect } from 'vitest'
import { getMe } from '../../users/accounts/get-me.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { bookChange, revokeChange } from '../booked-change/book-change.ts'
import { PLAN_LEASE } from '../booked-change/plan-lease.ts'
import { cancelPlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
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
import { crashRow, DIES, QUARTER } from '../testing/crash-point.fixture.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { aSubscriber, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'

/** The press sends what the page had shown, also when it is repeated. */
type Pressing = Subscriber & { press: () => Promise<unknown> }

const press = (world: Pressing) => world.press()

async function booking(): Promise<Pressing> {
  const world = await aPlusSubscriber()
  const preview = await shown(world)
  return { ...world, press: () => bookChange(world.ctx, preview) }
}
async function canceling(): Promise<Pressing> {
  const world = await aBookedSubscriber()
  const last_day = (await readBilling(world.ctx)).plan?.last_day ?? null
  return { ...world, press: () => cancelPlan(world.ctx, { last_day }) }
}
async function revoking(): Promise<Pressing> {
  const world = await aBookedSubscriber()
  return { ...world, press: () => revokeChange(world.ctx, PLUS_MONTHLY) }
}
async function upgrading(world: Subscriber): Promise<Pressing> {
  const details = await proUpgradeDetails(world.ctx)
  return { ...world, press: () => upgradePlan(world.ctx, details) }
}

/** Two runs of the schedule, without any webhook, finish what is left. */
async function settle({ shop, ctx }: Subscriber): Promise<void> {
  for (let run = 0; run < 2; run++) {
    ctx.advance(QUARTER)
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

const pressedAgain = (charges: number[]) => async (world: Pressing) => {
  await world.press()
  expect(await expectAgreed(world)).toBe(false)
  expect(paid(await pass(world, 22 * DAY))).toEqual(charges)
}

export const CHANGES = [
  crashRow('a booking, left to the schedule', {
    make: booking,
    work: press,
    after: async (world) => {
      await settle(world)
      const booked = await expectAgreed(world)
      const after = await pass(world, 22 * DAY)
      expect(paid(after)).toEqual([999, booked ? 349 : 999])
      expect((await getMe(after.ctx))?.tier).toBe(booked ? 'intermediate_pro' : 'pro')
    },
    faults: ['dies', 'unanswered'],
    calls: 5,
  }),
  crashRow('a booking, pressed again', {
    make: booking,
    work: press,
    after: async (world) => {
      world.ctx.advance(PLAN_LEASE)
      await world.press()
      expect(await expectAgreed(world)).toBe(true)
      expect(paid(await pass(world, 22 * DAY))).toEqual([999, 349])
    },
    faults: ['unanswered'],
    calls: 5,
  }),
  crashRow('a booking taken back, pressed again', {
    make: revoking,
    work: press,
    after: pressedAgain([999, 999]),
    faults: DIES,
    calls: 5,
  }),
  crashRow('a cancellation while booked, pressed again', {
    make: canceling,
    work: press,
    after: pressedAgain([999]),
    faults: DIES,
    calls: 5,
  }),
  crashRow('an upgrade, pressed again', {
    make: async () => upgrading(await pass(await aSubscriber(), 10 * DAY)),
    work: press,
    after: async (world) => {
      world.ctx.advance(PLAN_LEASE)
      await world.press()
      expect((await getMe(world.ctx))?.tier).toBe('pro')
      expect(paid(world)).toHaveLength(2)
    },
    faults: DIES,
    calls: 10,
  }),
  crashRow('an upgrade while booked', {
    make: async () => {
      const world = await pass(await aSubscriber(), 10 * DAY)
      await book(world, PRO_YEARLY)
      return upgrading(world)
    },
    work: press,
    after: async (world) => {
      world.ctx.advance(PLAN_LEASE)
      await world.press().catch(() => {})
      await settle(world)
      expect(await readBilling(world.ctx)).toMatchObject({ tier: 'pro', plan: { interval: 'month', booked: null } })
      expect(paid(world)).toHaveLength(2)
    },
    faults: DIES,
    calls: 10,
  }),
]
