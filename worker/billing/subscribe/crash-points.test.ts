/** @module-tag long */
import { expect, test } from 'vitest'
import { atEachPoint, aBuyer, buy, states, expectWhole, type CrashFixture } from '../testing/crash-point.fixture.ts'
import { LEASE } from './subscribe-attempt.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { trial_cards } from '../../db/schema/billing.ts'
import { atStripe, VOID_BEHAVIORS } from '../testing/billing.fixture.ts'

/**
 * The process crashes at its k-th call to D1, Stripe or the queue, for every k, and no call after that is answered. The
 * next caller always ends in the right state.
 */
const LONG = 120_000
const QUARTER = 15 * 60_000

/** The same submit again, once the crashed process's lease has expired. */
async function again(world: CrashFixture) {
  world.shop.ctx.advance(LEASE)
  return buy(world)
}

// §D5-05
test(
  'the same key finishes a crashed subscribe with one charge',
  async () => {
    const n = await atEachPoint('subscribe', aBuyer, buy, async (world) => {
      expect(await again(world)).toMatchObject({ status: 'active' })
      await expectWhole(world, { charges: 1, status: 'active' })
      expect(await states(world)).toEqual(['succeeded'])
    })
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

test(
  'the same key finishes a crashed trial once',
  async () => {
    const n = await atEachPoint(
      'trial',
      () => aBuyer({ trial: true }),
      buy,
      async (world) => {
        expect(await again(world)).toMatchObject({ status: 'trialing' })
        await expectWhole(world, { charges: 0, status: 'trialing' })
        expect(await world.shop.ctx.db.select().from(trial_cards)).toHaveLength(1)
      },
    )
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

// §D5-05 §D5-90
test.each(VOID_BEHAVIORS)(
  'declines a crashed declined subscribe by its key: void %s',
  async (afterVoid) => {
    const make = () => aBuyer({ card: 'failsAtCharge', afterVoid })
    const refused = (world: CrashFixture) => buy(world).catch((error: unknown) => expectDeclined(error))
    const n = await atEachPoint('decline', make, refused, async (world) => {
      await expect(again(world)).rejects.toMatchObject({ code: 'card_declined' })
      await expectWhole(world, { charges: 0, status: null })
      expect(await states(world)).toEqual(['refused'])
    })
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)

// §D5-91
test.each(VOID_BEHAVIORS)(
  'cancels a crashed declined subscribe within 15 minutes: void %s',
  async (afterVoid) => {
    const make = () => aBuyer({ card: 'failsAtCharge', afterVoid })
    const refused = (world: CrashFixture) => buy(world).catch((error: unknown) => expectDeclined(error))
    const n = await atEachPoint('decline abandoned', make, refused, async (world) => {
      world.shop.ctx.advance(QUARTER)
      await reconcile(world.shop.ctx)
      await expectWhole(world, { charges: 0, status: null })
      for (const state of await states(world)) expect(state).toBe('refused')
    })
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)

function expectDeclined(error: unknown): void {
  expect(error).toMatchObject({ code: 'card_declined' })
}

test(
  'settles an abandoned crash within 15 minutes without webhooks',
  async () => {
    const lossy = async () => {
      const world = await aBuyer()
      world.shop.emulator.control.webhooks.mode('lost')
      return world
    }
    const n = await atEachPoint('abandoned', lossy, buy, async (world) => {
      world.shop.ctx.advance(QUARTER)
      await reconcile(world.shop.ctx)
      const bought = (await atStripe(world.shop, world.user)).length
      await expectWhole(world, bought ? { charges: 1, status: 'active' } : { charges: 0, status: null })
      for (const state of await states(world)) expect(state).toBe(bought ? 'succeeded' : 'refused')
    })
    expect(n).toBeGreaterThan(15)
  },
  LONG,
)

test(
  'a redelivered webhook finishes after a crash at any point',
  async () => {
    const ended = async () => {
      const world = await aBuyer()
      const { subscription_id } = await buy(world)
      await world.shop.deliver()
      await world.shop.stripe.subscriptions.cancel(subscription_id)
      return world
    }
    const once = async ({ shop }: CrashFixture) => {
      const failed = shop.emulator.control.webhooks.deliveries().length
      await shop.deliver()
      const tries = shop.emulator.control.webhooks.deliveries().slice(failed)
      if (tries.some(({ status }) => status !== 200) || shop.ctx.jobs.length > 0) throw new Error('It died.')
    }
    const n = await atEachPoint('webhook', ended, once, async (world) => {
      await world.shop.deliver()
      await expectWhole(world, { charges: 1, status: null })
    })
    expect(n).toBeGreaterThan(5)
  },
  LONG,
)

test(
  'the next run repairs a reconcile that crashed at any point',
  async () => {
    const lost = async () => {
      const world = await aBuyer()
      const { subscription_id } = await buy(world)
      world.shop.emulator.control.webhooks.mode('lost')
      await world.shop.stripe.subscriptions.cancel(subscription_id)
      return world
    }
    const run = async ({ shop }: CrashFixture) => {
      const parts = await reconcile(shop.ctx)
      if (Object.values(parts).includes(null)) throw new Error('It died.')
    }
    const n = await atEachPoint('reconcile', lost, run, async (world) => {
      world.shop.ctx.advance(QUARTER)
      await reconcile(world.shop.ctx)
      await expectWhole(world, { charges: 1, status: null })
    })
    expect(n).toBeGreaterThan(8)
  },
  LONG,
)
