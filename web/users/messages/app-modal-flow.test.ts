import { expect, test } from 'vitest'
import { appModalReducer, WAITING, type AppModalEvent } from './app-modal-flow.ts'

const after = (...types: AppModalEvent['type'][]) =>
  types.reduce((state, type) => appModalReducer(state, { type }), WAITING).kind

test('the modal opens at rest and is over once closed', () => {
  expect(after()).toBe('waiting')
  expect(after('rested')).toBe('open')
  expect(after('rested', 'closed')).toBe('over')
})

test('does not open when shown before', () => expect(after('shownBefore', 'rested')).toBe('over'))

test('does not open again once closed', () => expect(after('rested', 'closed', 'rested')).toBe('over'))
