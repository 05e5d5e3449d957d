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

test(
  'a crash loses and doubles no receipt',
  async () => {
    const make = async () => {
      const world = await aBuyer()
      await reconcile(world.shop.ctx)
      await buy(world)
      return world
    }
    const n = await atEachPoint(
      'receipt',
      make,
      ({ shop }) => shop.deliver(),
      async (world) => {
        await untilQuiet(world)
        await expectMails(world, ['receipt'])
      },
    )
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a changed plan',
  async () => {
    const change = async ({ shop, user }: CrashFixture) => {
      const me = await shop.as(user)
      await upgradePlan(me, await proUpgradeDetails(me))
      await shop.deliver()
    }
    const n = await atEachPoint('plan change', aSubscriber, change, async (world) => {
      await untilQuiet(world)
      const price = world.shop.emulator.store.all('subscription')[0]?.items.data[0]?.price.id
      await expectMails(world, price === 'price_pro_month' ? ['plan_changed', 'receipt', 'receipt'] : ['receipt'])
    })
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a cancellation',
  async () => {
    const cancel = async ({ shop, user }: CrashFixture) => {
      await cancelAtLastDay({ shop, user })
      await shop.deliver()
    }
    const n = await atEachPoint('cancellation', aSubscriber, cancel, async (world) => {
      await untilQuiet(world)
      const [held] = world.shop.emulator.store.all('subscription')
      await expectMails(world, held?.cancel_at_period_end ? ['canceled', 'receipt'] : ['receipt'])
    })
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a resumed plan',
  async () => {
    const make = async () => {
      const world = await aSubscriber()
      await cancelAtLastDay(world)
      await untilQuiet(world)
      return world
    }
    const n = await atEachPoint(
      'resume',
      make,
      async ({ shop, user }) => {
        await resumePlan(await shop.as(user))
        await shop.deliver()
      },
      async (world) => {
        await untilQuiet(world)
        const [held] = world.shop.emulator.store.all('subscription')
        await expectMails(world, ['canceled', ...(held?.cancel_at_period_end ? [] : ['plan_changed']), 'receipt'])
      },
    )
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a booked plan',
  async () => {
    const make = async () => {
      const world = await aPlusSubscriber()
      await reconcile(world.shop.ctx)
      await world.shop.deliver()
      return world
    }
    const n = await atEachPoint(
      'booking',
      make,
      async ({ shop, user }) => {
        await book({ ctx: await shop.as(user) })
        await shop.deliver()
      },
      async (world) => {
        await untilQuiet(world)
        const { scheduled } = await priceAndSchedule(world)
        await expectMails(world, scheduled ? ['plan_changed', 'receipt'] : ['receipt'])
      },
    )
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

test(
  'a crash loses and doubles no mail about a promotion taken away',
  async () => {
    const make = async () => {
      const world = await aSubscriber({ promo_code: 'FOREVER10' })
      const [held] = world.shop.emulator.store.all('subscription')
      await world.shop.stripe.subscriptions.deleteDiscount(held?.id ?? '')
      return world
    }
    const n = await atEachPoint(
      'promotion taken away',
      make,
      ({ shop }) => shop.deliver(),
      async (world) => {
        await untilQuiet(world)
        await expectMails(world, ['plan_changed', 'receipt'])
      },
    )
    expect(n).toBeGreaterThan(10)
  },
  LONG,
)

test(
  'a crash loses and doubles no refund mail',
  async () => {
    const make = async () => {
      const world = await aSubscriber()
      const [charge] = world.shop.emulator.store.all('charge')
      await world.shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
      return world
    }
    const n = await atEachPoint(
      'refund',
      make,
      ({ shop }) => shop.deliver(),
      async (world) => {
        await untilQuiet(world)
        await expectMails(world, ['receipt', 'refunded'])
      },
    )
    expect(n).toBeGreaterThan(10)
  },
  LONG,
)

test(
  'a crash loses and doubles no reminder',
  async () => {
    const make = async () => {
      const world = await aSubscriber({ trial: true })
      world.shop.wait(5 * DAY)
      return world
    }
    const remind = async ({ shop }: CrashFixture) => {
      await mailOnSchedule(shop.ctx)
      await shop.drain()
    }
    const n = await atEachPoint('reminder', make, remind, async (world) => {
      await untilQuiet(world)
      await expectMails(world, ['receipt', 'trial_ending'])
    })
    expect(n).toBeGreaterThan(5)
  },
  LONG,
)
