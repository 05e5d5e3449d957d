/** @module-tag long */
import { env } from 'cloudflare:test'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { playHistory, aHistoryFixture } from './play-history.fixture.ts'
import { historyArbitrary } from './history-steps.fixture.ts'
import { neverTwoSubscriptions, untilQuiet, expectTruth } from './history-truth.fixture.ts'
import { aBillingFixture, TRIAL_COUPON_BEHAVIORS, VOID_BEHAVIORS } from '../testing/billing.fixture.ts'

/** 100 in workerd, 2,000 in Node over the same schema, or the first 40 of these. */
const RUNS = Number(env['ONE_IN']) > 1 ? 40 : Number(env['HISTORIES'] ?? 100)
/** Part of the test name; SEED=… repeats the same histories. */
const SEED = Number(env['SEED'])

/** The behaviors that Stripe does not document. */
const behaviors = fc.record({
  afterVoid: fc.constantFrom(...VOID_BEHAVIORS),
  onceOverTrial: fc.constantFrom(...TRIAL_COUPON_BEHAVIORS),
  tax: fc.boolean(),
})

test(`keeps money and tiers right in ${RUNS} histories of seed ${SEED}`, { timeout: 1_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(behaviors, historyArbitrary, async (behavior, steps) => {
      const shop = await aBillingFixture(behavior)
      const all = await aHistoryFixture(shop)
      for (const step of steps) {
        await playHistory(shop, all, step)
        neverTwoSubscriptions(shop, all)
      }
      await untilQuiet(shop)
      await expectTruth(shop, all)
    }),
    { numRuns: RUNS },
  )
})
