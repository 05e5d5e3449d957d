import { expect, test } from 'vitest'
import { createStore } from '../../browser/storage/storage.ts'
import { appModalMemory } from './app-modal-memory.ts'

function blocked(): never {
  throw new DOMException('blocked', 'SecurityError')
}

// §2.1-49
test('remembers the showing for one Applet and one login', () => {
  const store = createStore(blocked)
  appModalMemory(store, 9, 'ses_1').remember()
  expect(appModalMemory(store, 9, 'ses_1').wasShown()).toBe(true)
  expect(appModalMemory(store, 9, 'ses_2').wasShown()).toBe(false)
  expect(appModalMemory(store, 10, 'ses_1').wasShown()).toBe(false)
})

test('signing out forgets it', () => {
  const store = createStore(blocked)
  const memory = appModalMemory(store, 9, 'ses_1')
  memory.remember()
  store.removeAll('page-state:')
  expect(memory.wasShown()).toBe(false)
})
