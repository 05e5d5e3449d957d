import { env } from 'cloudflare:test'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileFilter } from './check/compile-filter.ts'
import type { FilterInput } from './filter-types.ts'
import { runFilter } from './run-filter.ts'
import { randomProgram } from './testing/random-program.fixture.ts'

const INPUT: FilterInput = {
  now: 0,
  event_time: 0,
  // Local times are then those of V8 in this process.
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  trigger: { service: 'Test', step: 'trigger', ingredients: {} },
  queries: [],
  actions: [{ service: 'Test', step: 'act', fields: ['result'] }],
}
/** 2,000, or a tenth of them. */
const RUNS = 2000 / Number(env['ONE_IN'])
const LIMIT = /too many steps|too much memory|is longer than|has more than|too deeply/

/** The result that V8 gives, or undefined if the program throws. */
function runInV8(source: string): string | undefined {
  let result: string | undefined
  const act = { setResult: (value: string) => (result = value) }
  try {
    Reflect.apply(Reflect.construct(Function, ['Test', `'use strict';${source}`]), undefined, [{ act }])
    return result
  } catch {
    return undefined
  }
}

test('random programs end as in V8', { tags: ['long'], timeout: 120_000 }, async () => {
  const ends = { decided: 0, thrown: 0, limited: 0 }
  const endsAsInV8 = fc.asyncProperty(fc.integer(), async (seed) => {
    const source = randomProgram(seed)
    const compiled = await compileFilter(source)
    if (!compiled.ok) throw new Error(`${compiled.problems[0]?.message}\n${source}`)
    const result = runFilter(compiled.filter, INPUT)
    if (result.kind === 'failed' && LIMIT.test(result.message)) ends.limited++
    else {
      const ours = result.kind === 'decided' ? result.actions[0]?.fields['result'] : undefined
      expect(ours, source).toBe(runInV8(source))
      ends[result.kind === 'decided' ? 'decided' : 'thrown']++
    }
  })
  await fc.assert(endsAsInV8, { numRuns: RUNS })
  expect(ends.decided).toBeGreaterThan(RUNS / 2)
  expect(ends.thrown).toBeGreaterThan(RUNS / 10)
  expect(ends.limited).toBeLessThan(RUNS / 50)
})
