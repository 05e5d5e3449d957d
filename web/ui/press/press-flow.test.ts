import { expect, test } from 'vitest'
import { pressReducer, questionOf, type PressEvent, type PressState } from './press-flow.ts'

const IDLE: PressState<string> = { kind: 'idle', problem: null }
const fold = (...events: PressEvent<string>[]) => events.reduce(pressReducer<string>, IDLE)

test('a press works at once, a question only after confirmation', () => {
  expect(fold({ type: 'pressed', deed: 'a' })).toEqual({ kind: 'working', deed: 'a' })
  const asked: PressEvent<string> = { type: 'asked', deed: 'a' }
  expect(fold(asked)).toEqual({ kind: 'asking', deed: 'a' })
  expect(fold(asked, { type: 'declined' })).toEqual(IDLE)
  expect(fold(asked, { type: 'confirmed' })).toEqual({ kind: 'working', deed: 'a' })
})

test('one deed at a time', () => {
  const working = fold({ type: 'pressed', deed: 'a' })
  for (const type of ['pressed', 'asked'] as const) expect(pressReducer(working, { type, deed: 'b' })).toBe(working)
  expect(pressReducer(working, { type: 'declined' })).toBe(working)
})

test('a failure says why until the next press', () => {
  const failed = fold({ type: 'pressed', deed: 'a' }, { type: 'failed', problem: 'No.' })
  expect(failed).toEqual({ kind: 'idle', problem: 'No.' })
  expect(pressReducer(failed, { type: 'pressed', deed: 'a' }).kind).toBe('working')
  expect(pressReducer(failed, { type: 'declined' })).toEqual(IDLE)
})

test('a deed that is done leaves no problem', () => {
  expect(fold({ type: 'pressed', deed: 'a' }, { type: 'succeeded' })).toEqual(IDLE)
})

test('the end of a deed that nobody began changes nothing', () => {
  const asking = fold({ type: 'asked', deed: 'a' })
  for (const state of [IDLE, asking]) {
    expect(pressReducer(state, { type: 'succeeded' })).toBe(state)
    expect(pressReducer(state, { type: 'failed', problem: 'No.' })).toBe(state)
  }
  expect(pressReducer(IDLE, { type: 'confirmed' })).toBe(IDLE)
})

test('a question stays open until its deed is done, with the problem', () => {
  const asked: PressEvent<string> = { type: 'asked', deed: 'a' }
  const working = fold(asked, { type: 'confirmed' })
  const failed = pressReducer(working, { type: 'failed', problem: 'No.' })
  expect(questionOf(IDLE)).toEqual({ open: false, busy: false, problem: null })
  expect(questionOf(fold(asked))).toEqual({ open: true, busy: false, problem: null })
  expect(questionOf(working)).toEqual({ open: true, busy: true, problem: null })
  expect(questionOf(failed)).toEqual({ open: true, busy: false, problem: 'No.' })
  expect(questionOf(pressReducer(failed, { type: 'declined' })).open).toBe(false)
  expect(questionOf(pressReducer(working, { type: 'succeeded' })).open).toBe(false)
})
