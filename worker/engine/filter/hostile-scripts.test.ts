import { expect, test } from 'vitest'
import { compileFilter } from './check/compile-filter.ts'
import type { FilterInput, FilterResult } from './filter-types.ts'
import { runFilter } from './run-filter.ts'
import { HOSTILE_NATIVES } from './testing/hostile-natives.fixture.ts'
import { endlessScripts, outsideScripts, reachingScripts } from './testing/hostile-scripts.fixture.ts'

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
  const scripts = [...endlessScripts(), ...HOSTILE_NATIVES]
  expect(scripts.length).toBeGreaterThan(450)
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

test('what a run changes inside of objects, the next does not see', async () => {
  const probe = 'Test.act.setFound([typeof process, Object.keys(Object.prototype), [3, 1].sort(), String({})].join())'
  const before = await runHostile(probe)
  expect(before).toMatchObject({ kind: 'decided' })
  for (const source of reachingScripts()) expect(await runHostile(source), source).not.toBe('refused')
  for (const source of reachingScripts()) {
    await runHostile(
      `${source}\nif (found) try { found.x = 1; found.sort = found.keys = found.toString = () => 2 } catch {}`,
    )
  }
  expect(await runHostile(probe)).toEqual(before)
})

test('what is outside is refused when the code is saved', async () => {
  for (const source of outsideScripts()) expect(await runHostile(source), source).toBe('refused')
})

test('code made from texts finds nothing of the host', async () => {
  const names = ['process', 'require', 'fetch', 'console', 'WebAssembly', 'caches', 'setTimeout', 'crypto', 'navigator']
  const made = `[].map.constructor("return [${names.map((name) => `typeof ${name}`).join()}].join()")()`
  const result = await runHostile(`Test.act.setFound(${made})`)
  expect(result).toMatchObject({ actions: [{ fields: { found: names.map(() => 'undefined').join() } }] })
})

test('no function of the host is within reach', async () => {
  const source = `const names = new Set(), seen = new Set(), left = [Meta, Meta.triggerTime, Trigger, Test]
left.push([].map.constructor('return this')())
const visit = (value) => {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return
  seen.add(value)
  left.push(value)
}
while (left.length > 0) {
  const value = left.pop()
  if (typeof value === 'function') names.add(value.name)
  visit(Reflect.getPrototypeOf(value))
  for (const key of Reflect.ownKeys(value)) {
    const { value: held, get, set } = Reflect.getOwnPropertyDescriptor(value, key)
    visit(held)
    visit(get)
    visit(set)
  }
}
Test.act.setFound([...names].join())`
  const result = await runHostile(source)
  const found = result !== 'refused' && result.kind === 'decided' ? (result.actions[0]?.fields['found'] ?? '') : ''
  const names = found.split(',')
  expect(names).toEqual(expect.arrayContaining(['skip', 'ordinal', 'Proxy', 'defineProperty']))
  expect(names.filter((name) => name === 'askHost')).toEqual([])
})
