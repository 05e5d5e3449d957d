import { env } from 'cloudflare:test'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { play, players } from './test-history.ts'
import { history } from './test-steps.ts'
import { neverTwoSubscriptions, quiet, truth } from './test-truth.ts'
import { aShop } from './test-world.ts'

/** 100 in workerd, 2,000 in Node over the same schema (vitest.config.ts), or a tenth of it. */
const RUNS = Number(env['HISTORIES'] ?? 100) / Number(env['ONE_IN'])
/** Printed with the result; SEED=… repeats the same histories. */
const SEED = Number(env['SEED'])

test(
  `whatever happens, in ${RUNS} histories of seed ${SEED}: never two live subscriptions, never a charge that nobody asked for, no second trial, and once it is quiet the tier is what Stripe says (§4.1, design §5)`,
  { timeout: 1_200_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const shop = await aShop()
        const all = await players(shop)
        for (const step of steps) {
          await play(shop, all, step)
          neverTwoSubscriptions(shop, all)
        }
        await quiet(shop)
        await truth(shop, all)
      }),
      { numRuns: RUNS },
    )
  },
)
