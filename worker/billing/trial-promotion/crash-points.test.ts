/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../contract/shared/durations.ts'
import { LEASE } from '../subscribe/subscribe-attempt.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { aBuyer, atEachPoint, buy, expectWhole } from '../testing/crash-point.fixture.ts'
import { TRIAL_COUPON_BEHAVIORS } from '../testing/billing.fixture.ts'
import { aPromisedTrial, charges, credits, days, sync } from './promised-trial.fixture.ts'

/** The process crashes at its k-th call, for every k; see subscribe/crash-points.test.ts. */
const LONG = 240_000

// §D20-19
test.each(TRIAL_COUPON_BEHAVIORS)(
  'a crashed subscribe keeps its promise: coupon %s',
  async (onceOverTrial) => {
    const make = () => aBuyer({ trial: true, promo_code: 'WELCOME20', onceOverTrial })
    const n = await atEachPoint('promised trial', make, buy, async (world) => {
      world.shop.ctx.advance(LEASE)
      expect(await buy(world)).toMatchObject({ status: 'trialing' })
      await expectWhole(world, { charges: 0, status: 'trialing' })
      await days(world.shop, 8)
      expect(charges(world)).toEqual([279])
    })
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)

// §D20-19
test(
  'the schedule keeps the promise of an abandoned crash without webhooks',
  async () => {
    const make = async () => {
      const world = await aBuyer({ trial: true, promo_code: 'WELCOME20', onceOverTrial: 'consumed' })
      world.shop.emulator.control.webhooks.mode('lost')
      return world
    }
    const n = await atEachPoint('promised trial abandoned', make, buy, async ({ shop }) => {
      for (let hour = 0; hour < 16; hour++) {
        shop.wait(12 * HOUR)
        await reconcile(shop.ctx)
      }
      const begun = shop.emulator.store.all('subscription').length
      expect(charges({ shop })).toEqual(begun ? [279] : [])
    })
    expect(n).toBeGreaterThan(20)
  },
  LONG,
)

// §D20-19
test.each(['io', 'dropped answers'] as const)(
  'a crash of the comparison credits the difference once: %s',
  async (how) => {
    const make = async () => {
      const world = await aPromisedTrial({ once: 'consumed' })
      await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
      world.shop.wait(5 * DAY)
      return world
    }
    const n = await atEachPoint(
      'promotion credit',
      make,
      async (world) => {
        if (how === 'dropped answers') {
          const on = 'POST /v1/customers/*/balance_transactions'
          world.shop.emulator.control.fail({ kind: 'drop_after_commit', on })
        }
        await sync(world)
      },
      async (world) => {
        // Longer than Stripe keeps an idempotency key.
        world.shop.wait(25 * HOUR)
        await sync(world)
        expect(credits(world)).toEqual([70])
        await days(world.shop, 2)
        expect([charges(world), credits(world)]).toEqual([[279], [70]])
      },
    )
    expect(n).toBeGreaterThan(8)
  },
  LONG,
)

// §D20-19
test.each(['500', '500_after_commit', 'drop', 'drop_after_commit', '409_lock_timeout', '429'] as const)(
  'gives the promotion and credits once when Stripe fails: %s',
  async (kind) => {
    const world = await aPromisedTrial({ lost: true })
    const { control } = world.shop.emulator
    control.fail({ kind, on: 'POST /v1/subscriptions/*' })
    await sync(world)
    await sync(world)
    const { discounts } = await world.shop.stripe.subscriptions.retrieve(world.id)
    expect(discounts).toHaveLength(1)
    await world.shop.stripe.subscriptions.update(world.id, { discounts: '' })
    world.shop.wait(5 * DAY)
    control.fail({ kind, on: 'POST /v1/customers/*/balance_transactions' })
    await sync(world)
    await sync(world)
    expect(credits(world)).toEqual([70])
  },
)
