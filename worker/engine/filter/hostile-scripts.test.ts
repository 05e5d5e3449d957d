import { expect, test } from 'vitest'
import { compileFilter } from './check/compile-filter.ts'
import type { FilterInput, FilterResult } from './filter-types.ts'
import { runFilter } from './run-filter.ts'
import { endlessScripts, reachingScripts } from './testing/hostile-scripts.fixture.ts'

/** Generous, as other tests share the processor: on its own, the slowest script takes about 45 ms. */
const MOST_CPU_MS = 500
/** All of them run in `npm run test:long`. */
const everyNth = process.env['LONG_RUNS'] ? 1 : 4

const INPUT: FilterInput = {
  now: 1.7e12,
  timezone: 'America/New_York',
  event_time: 1.7e12,
  trigger: { service: 'Test', step: 'trigger', ingredients: { Text: 'x'.repeat(60_000) } },
  queries: [],
  actions: [{ service: 'Test', step: 'act', fields: ['found'] }],
}

async function runHostile(source: string): Promise<FilterResult | 'refused'> {
  const compiled = await compileFilter(source)
  return compiled.ok ? runFilter(compiled.filter, INPUT) : 'refused'
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

test('endless scripts end at a limit within little CPU time', { tags: ['long'], timeout: 120_000 }, async () => {
  const scripts = endlessScripts()
  expect(scripts.length + reachingScripts().length).toBeGreaterThan(500)
  for (const source of scripts.filter((_, at) => at % everyNth === 0)) {
    const compiled = await compileFilter(source)
    if (!compiled.ok) throw new Error(`${compiled.problems[0]?.message}\n${source}`)
    const start = cpuMs()
    const result = runFilter(compiled.filter, INPUT)
    expect(cpuMs() - start, source).toBeLessThan(MOST_CPU_MS)
    expect(result, source).toMatchObject({
      kind: 'failed',
      message: expect.not.stringMatching(/beyond what can be run/),
    })
  }
})

test('no script reaches what is outside', async () => {
  for (const source of reachingScripts()) {
    const result = await runHostile(source)
    if (result === 'refused' || result.kind === 'failed') continue
    // Names that lead to the inside of objects are names like any other, and nothing is there.
    expect(result.actions[0]?.fields['found'], source).toBe('undefined:undefined')
  }
})
