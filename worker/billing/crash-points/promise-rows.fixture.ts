import { expect } from 'vitest'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { TRIAL_COUPON_BEHAVIORS } from '../testing/billing.fixture.ts'
import { aBuyer, buy, crashRow, DIES, expectWhole } from '../testing/crash-point.fixture.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import {
  aPromisedTrial,
  charges,
  credits,
  days,
  sync,
  type PromisedTrial,
} from '../trial-promotion/promised-trial.fixture.ts'
import { ATTEMPT_LEASE } from '../../db/billing/subscribe-attempts.ts'

/** A trial whose discount an operator removed: the first payment is compared with what was promised. */
async function aBrokenPromise() {
  const world = await aPromisedTrial({ once: 'consumed' })
  await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
  world.shop.wait(5 * DAY)
  return world
}

async function expectCreditedOnce(world: PromisedTrial) {
  // Longer than Stripe keeps an idempotency key.
  world.shop.wait(25 * HOUR)
  await sync(world)
  expect(credits(world)).toEqual([70])
  await days(world.shop, 2)
  expect([charges(world), credits(world)]).toEqual([[279], [70]])
}

export const PROMISES = [
  ...TRIAL_COUPON_BEHAVIORS.map((onceOverTrial) =>
    crashRow(`a promised discount (coupon ${onceOverTrial}), sent again`, {
      make: () => aBuyer({ trial: true, promo_code: 'WELCOME20', onceOverTrial }),
      work: buy,
      after: async (world) => {
        world.shop.ctx.advance(ATTEMPT_LEASE)
        expect(await buy(world)).toMatchObject({ status: 'trialing' })
        await expectWhole(world, { charges: 0, status: 'trialing' })
        await days(world.shop, 8)
        expect(charges(world)).toEqual([279])
      },
      faults: DIES,
      calls: 20,
    }),
  ),
  crashRow('a promised discount without webhooks, left to the schedule', {
    make: async () => {
      const world = await aBuyer({ trial: true, promo_code: 'WELCOME20', onceOverTrial: 'consumed' })
      world.shop.emulator.control.webhooks.mode('lost')
      return world
    },
    work: buy,
    after: async ({ shop }) => {
      for (let hour = 0; hour < 16; hour++) {
        shop.wait(12 * HOUR)
        await reconcile(shop.ctx)
      }
      expect(charges({ shop })).toEqual(shop.emulator.store.all('subscription').length ? [279] : [])
    },
    faults: DIES,
    calls: 20,
  }),
  crashRow('the credit for a broken promise', {
    make: aBrokenPromise,
    work: sync,
    after: expectCreditedOnce,
    faults: DIES,
    calls: 8,
  }),
  crashRow('the credit for a broken promise, its answer lost', {
    make: aBrokenPromise,
    work: async (world) => {
      const on = 'POST /v1/customers/*/balance_transactions'
      world.shop.emulator.control.fail({ kind: 'drop_after_commit', on })
      await sync(world)
    },
    after: expectCreditedOnce,
    faults: DIES,
    calls: 8,
  }),
]
