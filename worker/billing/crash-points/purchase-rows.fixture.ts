import { expect } from 'vitest'
import { AppError } from '../../system/errors/app-error.ts'
import { trial_cards } from '../../db/schema/billing.ts'
import { atStripe, VOID_BEHAVIORS } from '../testing/billing.fixture.ts'
import {
  aBuyer,
  ALL_FAULTS,
  buy,
  crashRow,
  DIES,
  expectWhole,
  QUARTER,
  states,
  type CrashFixture,
} from '../testing/crash-point.fixture.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { ATTEMPT_LEASE } from '../../db/billing/subscribe-attempts.ts'

/** The same submit again, where needed once the lease of the failed one has expired. */
async function again(world: CrashFixture) {
  const tried = await buy(world).catch((error: unknown) => error)
  if (!(tried instanceof AppError && tried.code === 'attempt_in_flight')) return tried
  world.shop.ctx.advance(ATTEMPT_LEASE)
  return buy(world).catch((error: unknown) => error)
}

async function schedule({ shop }: CrashFixture) {
  shop.ctx.advance(QUARTER)
  await reconcile(shop.ctx)
}

const declines = VOID_BEHAVIORS.flatMap((afterVoid) => {
  const make = () => aBuyer({ card: 'failsAtCharge', afterVoid })
  const work = (world: CrashFixture) => expect(buy(world)).rejects.toMatchObject({ code: 'card_declined' })
  return [
    crashRow(`a declined purchase (void ${afterVoid}), sent again`, {
      make,
      work,
      after: async (world) => {
        expect(await again(world)).toMatchObject({ code: 'card_declined' })
        await expectWhole(world, { charges: 0, status: null })
        expect(await states(world)).toEqual(['refused'])
      },
      faults: ALL_FAULTS,
      calls: 20,
    }),
    crashRow(`a declined purchase (void ${afterVoid}), left to the schedule`, {
      make,
      work,
      after: async (world) => {
        await schedule(world)
        await expectWhole(world, { charges: 0, status: null })
        for (const state of await states(world)) expect(state).toBe('refused')
      },
      faults: DIES,
      calls: 20,
    }),
  ]
})

/** Bought, and ended at Stripe, which D1 does not know yet. */
async function anEndedPlan() {
  const world = await aBuyer()
  const { subscription_id } = await buy(world)
  await world.shop.deliver()
  await world.shop.stripe.subscriptions.cancel(subscription_id)
  return world
}

async function withoutWebhooks() {
  const world = await aBuyer()
  world.shop.emulator.control.webhooks.mode('lost')
  return world
}

export const PURCHASES = [
  crashRow('a purchase, sent again', {
    make: aBuyer,
    work: buy,
    after: async (world) => {
      expect(await again(world)).toMatchObject({ status: 'active' })
      await expectWhole(world, { charges: 1, status: 'active' })
      expect(await states(world)).toEqual(['succeeded'])
    },
    faults: ALL_FAULTS,
    calls: 15,
  }),
  crashRow('a trial, sent again', {
    make: () => aBuyer({ trial: true }),
    work: buy,
    after: async (world) => {
      expect(await again(world)).toMatchObject({ status: 'trialing' })
      await expectWhole(world, { charges: 0, status: 'trialing' })
      expect(await world.shop.ctx.db.select().from(trial_cards)).toHaveLength(1)
    },
    faults: ALL_FAULTS,
    calls: 15,
  }),
  ...declines,
  crashRow('a purchase without webhooks, left to the schedule', {
    make: withoutWebhooks,
    work: buy,
    after: async (world) => {
      await schedule(world)
      const bought = (await atStripe(world.shop, world.user)).length
      await expectWhole(world, bought ? { charges: 1, status: 'active' } : { charges: 0, status: null })
      for (const state of await states(world)) expect(state).toBe(bought ? 'succeeded' : 'refused')
    },
    faults: DIES,
    calls: 15,
  }),
  crashRow('a webhook, delivered again', {
    make: anEndedPlan,
    work: async ({ shop }) => {
      const { deliveries } = shop.emulator.control.webhooks
      const before = deliveries().length
      await shop.deliver()
      const tries = deliveries().slice(before)
      if (tries.some(({ status }) => status !== 200) || shop.ctx.jobs.length > 0) throw new Error('It died.')
    },
    after: async (world) => {
      await world.shop.deliver()
      await expectWhole(world, { charges: 1, status: null })
    },
    faults: DIES,
    calls: 5,
  }),
  crashRow('a run of the schedule, and the next one', {
    make: async () => {
      const world = await withoutWebhooks()
      const { subscription_id } = await buy(world)
      await world.shop.stripe.subscriptions.cancel(subscription_id)
      return world
    },
    work: async ({ shop }) => {
      if (Object.values(await reconcile(shop.ctx)).includes(null)) throw new Error('It died.')
    },
    after: async (world) => {
      await schedule(world)
      await expectWhole(world, { charges: 1, status: null })
    },
    faults: DIES,
    calls: 8,
  }),
]
