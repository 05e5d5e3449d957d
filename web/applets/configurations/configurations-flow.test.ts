import { expect, test } from 'vitest'
import {
  configurationsReducer,
  isDisabled,
  resting,
  type Change,
  type ConfigurationsEvent,
  type ConfigurationsState,
} from './configurations-flow.ts'

const NOW: Change[] = [
  { slug: 'light', disabled: false },
  { slug: 'heat', disabled: false },
]
const fold = (...events: ConfigurationsEvent[]) => events.reduce(configurationsReducer, resting(NOW))
const turn = (slug: string, disabled: boolean): ConfigurationsEvent => ({
  type: 'switched',
  change: { slug, disabled },
})
const shown = (state: ConfigurationsState) => [isDisabled(state, 'light'), isDisabled(state, 'heat')]
const answer = (light: boolean, heat: boolean): Change[] => [
  { slug: 'light', disabled: light },
  { slug: 'heat', disabled: heat },
]

test('a switch moves at once and stays when the server agrees', () => {
  const saving = fold(turn('light', true))
  expect(saving).toMatchObject({ kind: 'saving', attempt: 1, sending: { slug: 'light', disabled: true } })
  expect(shown(saving)).toEqual([true, false])
  const done = configurationsReducer(saving, { type: 'accepted', attempt: 1, now: answer(true, false) })
  expect(done.kind).toBe('resting')
  expect(shown(done)).toEqual([true, false])
})

test("a refused switch returns to the server's state", () => {
  const back = fold(turn('light', true), { type: 'refused', attempt: 1 })
  expect(back.kind).toBe('resting')
  expect(shown(back)).toEqual([false, false])
})

test('the last intent wins, with one call at a time', () => {
  const turned = fold(turn('light', true), turn('light', false), turn('light', true))
  expect(turned).toMatchObject({ sending: { slug: 'light', disabled: true }, waiting: [] })
  const undone = fold(turn('light', true), turn('light', false))
  expect(shown(undone)).toEqual([false, false])
  const next = configurationsReducer(undone, { type: 'accepted', attempt: 1, now: answer(true, false) })
  expect(next).toMatchObject({ kind: 'saving', attempt: 2, sending: { slug: 'light', disabled: false } })
})

test('an undone change is not sent after a refusal', () => {
  const state = fold(turn('light', true), turn('light', false), { type: 'refused', attempt: 1 })
  expect(state.kind).toBe('resting')
})

test('a queued feature survives the refusal of the first', () => {
  const both = fold(turn('light', true), turn('heat', true))
  expect(shown(both)).toEqual([true, true])
  const next = configurationsReducer(both, { type: 'refused', attempt: 1 })
  expect(next).toMatchObject({ kind: 'saving', attempt: 2, sending: { slug: 'heat', disabled: true } })
  expect(shown(next)).toEqual([false, true])
})

test('sends nothing when the switch is already there', () => {
  expect(fold(turn('light', false)).kind).toBe('resting')
})

test('ignores answers to older attempts', () => {
  const saving = fold(turn('light', true))
  expect(configurationsReducer(saving, { type: 'refused', attempt: 0 })).toBe(saving)
  const rest = resting(NOW)
  expect(configurationsReducer(rest, { type: 'accepted', attempt: 0, now: answer(true, true) })).toBe(rest)
})

test("takes over another tab's change unless a change is under way", () => {
  expect(shown(fold({ type: 'read', now: answer(true, true) }))).toEqual([true, true])
  expect(shown(fold(turn('heat', true), { type: 'read', now: answer(true, false) }))).toEqual([false, true])
})

test('a feature the server never mentioned is on', () => {
  expect(isDisabled(resting(NOW), 'new')).toBe(false)
})
