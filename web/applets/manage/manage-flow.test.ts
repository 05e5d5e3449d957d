import { expect, test } from 'vitest'
import { manageReducer, type ManageEvent, type ManageState } from './manage-flow.ts'

const IDLE: ManageState = { kind: 'idle' }
const fold = (...events: ManageEvent[]) => events.reduce(manageReducer, IDLE)
const asked: ManageEvent = { type: 'removalAsked', removal: 'delete' }

// §8-12
test('deleting asks, then works, then is done', () => {
  expect(fold(asked)).toEqual({ kind: 'asking', removal: 'delete' })
  expect(fold(asked, { type: 'confirmed' })).toEqual({ kind: 'working', deed: 'delete' })
  expect(fold(asked, { type: 'confirmed' }, { type: 'succeeded' })).toEqual({ kind: 'done', removal: 'delete' })
})

test('archiving asks and is done the same way', () => {
  const archive: ManageEvent = { type: 'removalAsked', removal: 'archive' }
  expect(fold(archive, { type: 'confirmed' })).toEqual({ kind: 'working', deed: 'archive' })
  expect(fold(archive, { type: 'confirmed' }, { type: 'succeeded' })).toEqual({ kind: 'done', removal: 'archive' })
})

// §8-12
test('declining the delete question changes nothing', () => {
  expect(fold(asked, { type: 'declined' })).toEqual(IDLE)
})

test('a failure allows another try', () => {
  expect(fold(asked, { type: 'confirmed' }, { type: 'failed' }, asked)).toEqual({ kind: 'asking', removal: 'delete' })
})

test('restoring asks nothing and returns to idle', () => {
  expect(fold({ type: 'restoreAsked' })).toEqual({ kind: 'working', deed: 'restore' })
  expect(fold({ type: 'restoreAsked' }, { type: 'succeeded' })).toEqual(IDLE)
})

test('nothing else begins while it works or once done', () => {
  const others: ManageEvent[] = [asked, { type: 'restoreAsked' }, { type: 'confirmed' }]
  const states: ManageState[] = [
    { kind: 'working', deed: 'archive' },
    { kind: 'done', removal: 'archive' },
  ]
  for (const state of states) for (const event of others) expect(manageReducer(state, event)).toBe(state)
})

test('ignores events of an action that never began', () => {
  const events = ['confirmed', 'declined', 'succeeded', 'failed'] as const
  for (const type of events) expect(manageReducer(IDLE, { type })).toBe(IDLE)
  const asking: ManageState = { kind: 'asking', removal: 'delete' }
  for (const type of ['succeeded', 'failed', 'restoreAsked'] as const) {
    expect(manageReducer(asking, { type })).toBe(asking)
  }
})
