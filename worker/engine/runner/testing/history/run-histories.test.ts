/** @module-tag long */
import { env } from 'cloudflare:test'
import * as fc from 'fast-check'
import { test } from 'vitest'
import { anyHappenings, History } from './history.ts'

/** How many histories: 100 in `npm test`, 10,000 in `npm run test:faults`. */
const RUNS = Number(process.env['SIMULATIONS'] ?? 100)
/** Part of the test name; SEED=… repeats the same histories. */
const SEED = Number(env['SEED'])

test(`keeps every promise in ${RUNS} histories of seed ${SEED}`, { timeout: 2_400_000 }, async () => {
  // What the dice decide cannot get smaller; which events there are can.
  const rolls = fc.noShrink(fc.integer())
  await fc.assert(
    fc.asyncProperty(anyHappenings, rolls, fc.context(), async (happenings, seed, context) => {
      await new History(seed, (line) => context.log(line)).play(happenings)
    }),
    { numRuns: RUNS },
  )
})
