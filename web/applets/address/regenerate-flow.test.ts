import { expect, test } from 'vitest'
import { regenerateReducer, type RegenerateEvent, type RegenerateState } from './regenerate-flow.ts'

const shown: RegenerateState = { kind: 'shown' }
const fold = (...types: RegenerateEvent['type'][]): RegenerateState =>
  types.map(eventOf).reduce(regenerateReducer, shown)
const eventOf = (type: RegenerateEvent['type']): RegenerateEvent =>
  type === 'refused' ? { type, message: 'No answer.' } : { type }

test('replaces the URL only after confirmation', () => {
  expect(fold('asked').kind).toBe('asking')
  expect(fold('confirmed').kind).toBe('shown')
  expect(fold('asked', 'confirmed').kind).toBe('working')
  expect(fold('asked', 'confirmed', 'replaced')).toEqual(shown)
  expect(fold('asked', 'cancelled')).toEqual(shown)
})

test('a refusal shows in the question, which stays open', () => {
  expect(fold('asked', 'confirmed', 'refused')).toEqual({ kind: 'asking', message: 'No answer.' })
  expect(fold('asked', 'confirmed', 'refused', 'confirmed').kind).toBe('working')
  expect(fold('asked', 'confirmed', 'refused', 'cancelled')).toEqual(shown)
})

test('ignores presses and closing while working', () => {
  const working = fold('asked', 'confirmed')
  for (const type of ['asked', 'cancelled', 'confirmed'] as const) {
    expect(regenerateReducer(working, { type })).toBe(working)
  }
})
