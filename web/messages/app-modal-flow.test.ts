import { expect, test } from 'vitest'
import { appModalReducer, WAITING, type AppModalEvent } from './app-modal-flow.ts'

const after = (...types: AppModalEvent['type'][]) =>
  types.reduce((state, type) => appModalReducer(state, { type }), WAITING).kind

test('the modal opens when the page has come to rest, and is over once closed (§2.1)', () => {
  expect(after()).toBe('waiting')
  expect(after('rested')).toBe('open')
  expect(after('rested', 'closed')).toBe('over')
})

test('what was shown before does not open (§2.1)', () => expect(after('shownBefore', 'rested')).toBe('over'))

test('what was closed does not open again (§2.1)', () => expect(after('rested', 'closed', 'rested')).toBe('over'))
