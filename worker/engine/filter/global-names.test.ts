import { expect, test } from 'vitest'
import { refusedName } from './check/known-names.ts'
import { MOMENT_MEMBERS } from './check/moment-members.ts'
import { GLOBAL_NAMES } from './global-names.ts'
import { runFilter } from './run-filter.ts'
import { evaluate, INPUT } from './testing/run-source.fixture.ts'

/** Evaluates without the check. */
function evaluateUnchecked(expression: string): string[] {
  const source = `Meta;Notifications.send.setMessage(${expression})`
  const result = runFilter({ version: 2, source }, INPUT)
  if (result.kind === 'failed') throw new Error(result.message)
  return (result.actions[0]?.fields['message'] ?? '').split(',')
}

test('each name that the check knows is there', () => {
  const missing = evaluateUnchecked(
    `[${GLOBAL_NAMES.map((name) => `typeof ${name} === 'undefined' ? '${name}' : ''`).join()}].filter(Boolean)`,
  )
  expect(missing).toEqual(['undefined'])
})

test('the check knows or refuses each name that is there', () => {
  const names = evaluateUnchecked(`[].map.constructor('return Object.getOwnPropertyNames(this)')()`)
  expect(names.length).toBeGreaterThan(60)
  const ofApplet = ['Mastodon', 'Notifications']
  expect(
    names.filter((name) => !GLOBAL_NAMES.includes(name) && !ofApplet.includes(name) && !refusedName(name)),
  ).toEqual([])
})

test('the check knows the members of a moment', async () => {
  const names = await evaluate(
    '(() => { const names = []; for (const name in moment.fn) names.push(name); return names.join() })()',
  )
  const members = names?.split(',').filter((name) => !name.startsWith('_')) ?? []
  expect(members.toSorted()).toEqual(MOMENT_MEMBERS)
})
