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

test('a switch shows at once what was asked of it, and keeps it when the server agrees (§7 Update configurations)', () => {
  const saving = fold(turn('light', true))
  expect(saving).toMatchObject({ kind: 'saving', attempt: 1, sending: { slug: 'light', disabled: true } })
  expect(shown(saving)).toEqual([true, false])
  const done = configurationsReducer(saving, { type: 'accepted', attempt: 1, now: answer(true, false) })
  expect(done.kind).toBe('resting')
  expect(shown(done)).toEqual([true, false])
})

test('a refused switch goes back to what the server has', () => {
  const back = fold(turn('light', true), { type: 'refused', attempt: 1 })
  expect(back.kind).toBe('resting')
  expect(shown(back)).toEqual([false, false])
})

test('the last intent wins: off, on and off again ends off, with one call under way at a time', () => {
  const turned = fold(turn('light', true), turn('light', false), turn('light', true))
  expect(turned).toMatchObject({ sending: { slug: 'light', disabled: true }, waiting: [] })
  const undone = fold(turn('light', true), turn('light', false))
  expect(shown(undone)).toEqual([false, false])
  const next = configurationsReducer(undone, { type: 'accepted', attempt: 1, now: answer(true, false) })
  expect(next).toMatchObject({ kind: 'saving', attempt: 2, sending: { slug: 'light', disabled: false } })
})

test('what was undone meanwhile is not sent after a refusal', () => {
  const state = fold(turn('light', true), turn('light', false), { type: 'refused', attempt: 1 })
  expect(state.kind).toBe('resting')
})

test('another feature waits its turn, and a refusal of the first does not take it along', () => {
  const both = fold(turn('light', true), turn('heat', true))
  expect(shown(both)).toEqual([true, true])
  const next = configurationsReducer(both, { type: 'refused', attempt: 1 })
  expect(next).toMatchObject({ kind: 'saving', attempt: 2, sending: { slug: 'heat', disabled: true } })
  expect(shown(next)).toEqual([false, true])
})

test('a switch that is already where it is asked to be is not sent', () => {
  expect(fold(turn('light', false)).kind).toBe('resting')
})

test('an answer to an older attempt, or to none, changes nothing', () => {
  const saving = fold(turn('light', true))
  expect(configurationsReducer(saving, { type: 'refused', attempt: 0 })).toBe(saving)
  const rest = resting(NOW)
  expect(configurationsReducer(rest, { type: 'accepted', attempt: 0, now: answer(true, true) })).toBe(rest)
})

test('what another tab changed is taken over, but not while a change is under way', () => {
  expect(shown(fold({ type: 'read', now: answer(true, true) }))).toEqual([true, true])
  expect(shown(fold(turn('heat', true), { type: 'read', now: answer(true, false) }))).toEqual([false, true])
})

test('a feature that the server has said nothing of is on', () => {
  expect(isDisabled(resting(NOW), 'new')).toBe(false)
})
