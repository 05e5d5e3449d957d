/** @module-tag long */
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../contract/shared/durations.ts'
import { credit_refunds } from '../../db/schema/credit.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { anOrder, type BillingFixture } from '../testing/billing.fixture.ts'
import { atEachPoint } from '../testing/crash-point.fixture.ts'
import { aSwitcher, balanceOf, endPlan, refundsOf } from '../testing/credit.fixture.ts'
import type { Subscriber } from '../testing/subscribed-user.fixture.ts'
import { reviewCredit } from './refund-credit.ts'
import { returnFailedRefunds } from './refund-steps.ts'

/** The worker crashes at its k-th call to D1, Stripe or the queue, for every k; or that call alone fails. */
const LONG = 120_000
const FAILURES = {
  'dies there': ({ io }: BillingFixture, k: number) => io.dieAt(k),
  'misses that call': ({ io }: BillingFixture, k: number) => io.failOnce(k, 'unheard'),
  'misses that answer': ({ io }: BillingFixture, k: number) => io.failOnce(k, 'unanswered'),
}
const failures = Object.entries(FAILURES)

type Ended = Subscriber & { credit: number }

/** Credit is left, and the plan has ended at Stripe. */
async function ended(given: Parameters<typeof aSwitcher>[0] = {}): Promise<Ended> {
  const world = await aSwitcher(given)
  const credit = -(await balanceOf(world))
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  return { ...world, credit }
}

async function endedInD1(given: Parameters<typeof aSwitcher>[0] = {}): Promise<Ended> {
  const world = await ended(given)
  await syncCustomer(world.shop.ctx, world.customer)
  world.shop.ctx.jobs.splice(0)
  return world
}

async function expectRefundedOnce(world: Ended): Promise<void> {
  expect(refundsOf(world).map(({ amount }) => amount)).toEqual([world.credit])
  expect(await balanceOf(world)).toBe(0)
  expect(await world.shop.ctx.db.select().from(credit_refunds)).toMatchObject([{ state: 'settled' }])
}

// §D22-11
test.each(failures)(
  'refunds credit once when the worker %s',
  async (path, fail) => {
    const work = ({ shop, subscription }: Ended) => reviewCredit(shop.ctx, subscription)
    const finish = async (world: Ended) => {
      world.shop.ctx.advance(15 * MINUTE)
      await reconcile(world.shop.ctx)
      await expectRefundedOnce(world)
    }
    expect(await atEachPoint(`credit ${path}`, endedInD1, work, finish, fail)).toBeGreaterThan(12)
  },
  LONG,
)

// §D22-11
test(
  'never loses credit between event and refund',
  async () => {
    const work = async ({ shop, customer, subscription }: Ended) => {
      await syncCustomer(shop.ctx, customer)
      await reviewCredit(shop.ctx, subscription)
    }
    const finish = async (world: Ended) => {
      world.shop.ctx.advance(15 * MINUTE)
      await reconcile(world.shop.ctx)
      world.shop.ctx.advance(15 * MINUTE)
      await reconcile(world.shop.ctx)
      await expectRefundedOnce(world)
    }
    expect(await atEachPoint('credit from the event on', () => ended(), work, finish)).toBeGreaterThan(15)
  },
  LONG,
)

// §D22-10
test(
  'never pays credit twice when its owner subscribes amid a crash',
  async () => {
    const work = ({ shop, subscription }: Ended) => reviewCredit(shop.ctx, subscription)
    const finish = async (world: Ended) => {
      const { shop, ctx, credit } = world
      await subscribe(ctx, await anOrder(shop), { key: 'again' })
      ctx.advance(15 * MINUTE)
      await reconcile(shop.ctx)
      const refunded = refundsOf(world).reduce((sum, { amount }) => sum + amount, 0)
      const charged = shop.emulator.store.all('charge').map(({ amount }) => amount)
      if (refunded === 0) expect([await balanceOf(world), charged]).toEqual([349 - credit, [3499]])
      else expect([refunded, await balanceOf(world), charged]).toEqual([credit, 0, [349, 3499]])
    }
    expect(await atEachPoint('credit and a new plan', endedInD1, work, finish)).toBeGreaterThan(12)
  },
  LONG,
)

// §D22-09
test(
  'gives failed refunds back once, wherever the worker dies',
  async () => {
    const failed = async () => {
      const world = await ended({ card: 'refundFails' })
      await endPlan(world).catch(() => {})
      await world.shop.deliver()
      world.shop.wait(2 * HOUR)
      return world
    }
    const work = ({ shop, customer }: Ended) => returnFailedRefunds(shop.ctx, customer)
    const finish = async (world: Ended) => {
      await returnFailedRefunds(world.shop.ctx, world.customer)
      await world.shop.deliver()
      expect(await balanceOf(world)).toBe(-world.credit)
      expect(await world.shop.ctx.db.select().from(credit_refunds)).toMatchObject([{ state: 'returned' }])
    }
    expect(await atEachPoint('failed refund', failed, work, finish)).toBeGreaterThan(3)
  },
  LONG,
)
