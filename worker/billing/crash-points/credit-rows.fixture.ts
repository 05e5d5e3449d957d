import { expect } from 'vitest'
import { HOUR } from '../../contract/shared/durations.ts'
import { credit_refunds } from '../../db/schema/credit.ts'
import { reviewCredit } from '../credit/refund-credit.ts'
import { returnFailedRefunds } from '../credit/refund-steps.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { anOrder } from '../testing/billing.fixture.ts'
import { ALL_FAULTS, crashRow, DIES, QUARTER } from '../testing/crash-point.fixture.ts'
import { aSwitcher, balanceOf, endPlan, refundsOf } from '../testing/credit.fixture.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import type { Subscriber } from '../testing/subscribed-user.fixture.ts'

type Ended = Subscriber & { credit: number }

/** Credit is left, and the plan has ended at Stripe. */
async function ended(given: Parameters<typeof aSwitcher>[0] = {}): Promise<Ended> {
  const world = await aSwitcher(given)
  const credit = -(await balanceOf(world))
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  return { ...world, credit }
}

async function endedInD1(): Promise<Ended> {
  const world = await ended()
  await syncCustomer(world.shop.ctx, world.customer)
  world.shop.ctx.jobs.splice(0)
  return world
}

const review = ({ shop, subscription }: Ended) => reviewCredit(shop.ctx, subscription)

async function schedule({ shop }: Ended, runs = 1) {
  for (let run = 0; run < runs; run++) {
    shop.ctx.advance(QUARTER)
    await reconcile(shop.ctx)
  }
}

async function expectRefundedOnce(world: Ended): Promise<void> {
  expect(refundsOf(world).map(({ amount }) => amount)).toEqual([world.credit])
  expect(await balanceOf(world)).toBe(0)
  expect(await world.shop.ctx.db.select().from(credit_refunds)).toMatchObject([{ state: 'settled' }])
}

export const CREDITS = [
  crashRow('a refund of credit', {
    make: endedInD1,
    work: review,
    after: async (world) => {
      await schedule(world)
      await expectRefundedOnce(world)
    },
    faults: ALL_FAULTS,
    calls: 12,
  }),
  crashRow('the end of a plan with credit', {
    make: ended,
    work: async (world) => {
      await syncCustomer(world.shop.ctx, world.customer)
      await review(world)
    },
    after: async (world) => {
      await schedule(world, 2)
      await expectRefundedOnce(world)
    },
    faults: DIES,
    calls: 15,
  }),
  crashRow('a refund of credit, then a new plan', {
    make: endedInD1,
    work: review,
    after: async (world) => {
      const { shop, ctx, credit } = world
      await subscribe(ctx, await anOrder(shop), { key: 'again' })
      await schedule(world)
      const refunded = refundsOf(world).reduce((sum, { amount }) => sum + amount, 0)
      const charged = shop.emulator.store.all('charge').map(({ amount }) => amount)
      if (refunded === 0) expect([await balanceOf(world), charged]).toEqual([349 - credit, [3499]])
      else expect([refunded, await balanceOf(world), charged]).toEqual([credit, 0, [349, 3499]])
    },
    faults: DIES,
    calls: 12,
  }),
  crashRow('a refund that its bank gives back', {
    make: async () => {
      const world = await ended({ card: 'refundFails' })
      await endPlan(world).catch(() => {})
      await world.shop.deliver()
      world.shop.wait(2 * HOUR)
      return world
    },
    work: ({ shop, customer }) => returnFailedRefunds(shop.ctx, customer),
    after: async (world) => {
      await returnFailedRefunds(world.shop.ctx, world.customer)
      await world.shop.deliver()
      expect(await balanceOf(world)).toBe(-world.credit)
      expect(await world.shop.ctx.db.select().from(credit_refunds)).toMatchObject([{ state: 'returned' }])
    },
    faults: DIES,
    calls: 3,
  }),
]
