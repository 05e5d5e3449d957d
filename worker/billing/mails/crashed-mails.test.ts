/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { aPlusSubscriber, book, priceAndSchedule } from '../testing/booked-change.fixture.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { aBuyer, atEachPoint, buy, type CrashFixture } from '../testing/crash-point.fixture.ts'
import { mailOnSchedule } from './mail-about-money.ts'
import { cancelAtLastDay, kinds } from './money-mails.fixture.ts'

/**
 * The process crashes at a call to D1, Stripe or the queue. The schedule's work afterwards sends each mail that was
 * due, once.
 */
const LONG = 180_000

/** A subscriber whose first receipt has gone out; the schedule has run before, as it always has. */
async function aSubscriber(given: Parameters<typeof aBuyer>[0] = {}): Promise<CrashFixture> {
  const world = await aBuyer(given)
  await reconcile(world.shop.ctx)
  await buy(world)
  await world.shop.deliver()
  expect(kinds(world.shop)).toEqual(['receipt'])
  return world
}

/** Webhooks, queue and schedule, until nothing is left to do. */
async function untilQuiet({ shop }: Pick<CrashFixture, 'shop'>) {
  for (let round = 0; round < 3; round++) {
    shop.wait(11 * MINUTE)
    await shop.deliver()
    await reconcile(shop.ctx)
    await mailOnSchedule(shop.ctx)
    await shop.drain()
  }
}

async function expectMails({ shop }: Pick<CrashFixture, 'shop'>, expected: string[]) {
  expect(kinds(shop).toSorted()).toEqual(expected)
  const rows = await shop.ctx.db.select().from(money_mails)
  expect(rows.map(({ kind, outcome }) => `${kind} ${outcome}`).toSorted()).toEqual(
    expected.map((kind) => `${kind} queued`),
  )
  expect([...shop.mailed.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
}

type Path<World> = {
  path: string
  make(): Promise<World>
  work(world: World): Promise<unknown>
  /** The kinds that are sent in the end, in their order. */
  mails(world: World): string[] | Promise<string[]>
  /** It makes more calls than this. */
  calls: number
}

async function crashEverywhere<World extends Pick<CrashFixture, 'shop'>>(given: Path<World>) {
  const { path, make, work, mails, calls } = given
  const n = await atEachPoint(path, make, work, async (world) => {
    await untilQuiet(world)
    await expectMails(world, await mails(world))
  })
  expect(n).toBeGreaterThan(calls)
}

const deliver = ({ shop }: CrashFixture) => shop.deliver()
const subscriptionOf = ({ shop }: CrashFixture) => shop.emulator.store.all('subscription')[0]

test(
  'a crash loses and doubles no receipt',
  () => {
    const make = async () => {
      const world = await aBuyer()
      await reconcile(world.shop.ctx)
      await buy(world)
      return world
    }
    return crashEverywhere({ path: 'receipt', make, work: deliver, mails: () => ['receipt'], calls: 20 })
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a changed plan',
  () => {
    const work = async ({ shop, user }: CrashFixture) => {
      const me = await shop.as(user)
      await upgradePlan(me, await proUpgradeDetails(me))
      await shop.deliver()
    }
    const mails = (world: CrashFixture) =>
      subscriptionOf(world)?.items.data[0]?.price.id === 'price_pro_month'
        ? ['plan_changed', 'receipt', 'receipt']
        : ['receipt']
    return crashEverywhere({ path: 'plan change', make: aSubscriber, work, mails, calls: 20 })
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a cancellation',
  () => {
    const work = async ({ shop, user }: CrashFixture) => {
      await cancelAtLastDay({ shop, user })
      await shop.deliver()
    }
    const mails = (world: CrashFixture) =>
      subscriptionOf(world)?.cancel_at_period_end ? ['canceled', 'receipt'] : ['receipt']
    return crashEverywhere({ path: 'cancellation', make: aSubscriber, work, mails, calls: 15 })
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a resumed plan',
  () => {
    const make = async () => {
      const world = await aSubscriber()
      await cancelAtLastDay(world)
      await untilQuiet(world)
      return world
    }
    const work = async ({ shop, user }: CrashFixture) => {
      await resumePlan(await shop.as(user))
      await shop.deliver()
    }
    const mails = (world: CrashFixture) => [
      'canceled',
      ...(subscriptionOf(world)?.cancel_at_period_end ? [] : ['plan_changed']),
      'receipt',
    ]
    return crashEverywhere({ path: 'resume', make, work, mails, calls: 15 })
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a booked plan',
  () => {
    const make = async () => {
      const world = await aPlusSubscriber()
      await reconcile(world.shop.ctx)
      await world.shop.deliver()
      return world
    }
    return crashEverywhere({
      path: 'booking',
      make,
      work: async ({ shop, user }) => {
        await book({ ctx: await shop.as(user) })
        await shop.deliver()
      },
      mails: async (world) => ((await priceAndSchedule(world)).scheduled ? ['plan_changed', 'receipt'] : ['receipt']),
      calls: 15,
    })
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a promotion taken away',
  () => {
    const make = async () => {
      const world = await aSubscriber({ promo_code: 'FOREVER10' })
      await world.shop.stripe.subscriptions.deleteDiscount(subscriptionOf(world)?.id ?? '')
      return world
    }
    const mails = () => ['plan_changed', 'receipt']
    return crashEverywhere({ path: 'promotion taken away', make, work: deliver, mails, calls: 10 })
  },
  LONG,
)

test(
  'a crash loses and doubles no refund mail',
  () => {
    const make = async () => {
      const world = await aSubscriber()
      const [charge] = world.shop.emulator.store.all('charge')
      await world.shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
      return world
    }
    return crashEverywhere({ path: 'refund', make, work: deliver, mails: () => ['receipt', 'refunded'], calls: 10 })
  },
  LONG,
)

test(
  'a crash loses and doubles no reminder',
  () => {
    const make = async () => {
      const world = await aSubscriber({ trial: true })
      world.shop.wait(5 * DAY)
      return world
    }
    const work = async ({ shop }: CrashFixture) => {
      await mailOnSchedule(shop.ctx)
      await shop.drain()
    }
    return crashEverywhere({ path: 'reminder', make, work, mails: () => ['receipt', 'trial_ending'], calls: 5 })
  },
  LONG,
)
