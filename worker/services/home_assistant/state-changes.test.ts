import { expect, test } from 'vitest'
import { changesTo, crossings, stateChanges, type StateRow } from './state-changes.ts'

/** A history of these states, a second apart, from 0 on. */
const rowsOf = (states: readonly string[]): StateRow[] =>
  states.map((State, second) => ({ id: String(second), at: second * 1000, ingredients: { State } }))
const statesOf = (rows: readonly StateRow[]) => rows.map(({ ingredients }) => ingredients['State'])

/** What has changed after the first state. */
const changesIn = (...states: string[]) => stateChanges(rowsOf(states), 0)

test('what held at the start has not changed', () => {
  expect(changesIn('off')).toEqual([])
  expect(changesIn('off', 'on', 'on', 'off').map(({ ingredients }) => ingredients)).toEqual([
    { State: 'on', PreviousState: 'off' },
    { State: 'off', PreviousState: 'on' },
  ])
})

test('an entity with nothing on record starts with its first change', () => {
  expect(stateChanges(rowsOf(['on']), -1)).toMatchObject([{ ingredients: { State: 'on', PreviousState: '' } }])
})

test('a device that comes back as it went has not changed', () => {
  expect(changesIn('off', 'unavailable', 'off', 'unknown', 'off')).toEqual([])
  expect(changesIn('off', 'unavailable', 'on')).toMatchObject([{ ingredients: { State: 'on', PreviousState: 'off' } }])
})

test('a device that was away at the start has not changed', () => {
  expect(changesIn('unavailable', 'on')).toEqual([])
  expect(statesOf(changesIn('unavailable', 'on', 'off'))).toEqual(['off'])
})

test.each([
  ['above', 21, ['20', '21', '21.5', '23', 'unavailable', '22', '19', '30'], ['21.5', '30']],
  ['below', 19, ['20', '19', '18.5', '10', 'unavailable', '11', '20', '18'], ['18.5', '18']],
  ['above', -5, ['-10', '-4'], ['-4']],
  ['above', 0, ['', '1', 'warm', '2'], []],
] as const)('%s %s is crossed once each way', (direction, limit, states, crossed) => {
  expect(statesOf(crossings(changesIn(...states), direction, limit))).toEqual(crossed)
})

test('a state that was asked for starts alone', () => {
  const changes = changesIn('off', 'on', 'off', 'on')
  expect(statesOf(changesTo(changes, ' On '))).toEqual(['on', 'on'])
  expect(changesTo(changes, '')).toBe(changes)
})
