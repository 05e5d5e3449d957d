import { expect, test } from 'vitest'
import { createStore } from './storage.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

test('reads what was written until it is removed', () => {
  const storage = fakeStorage()
  const store = createStore(() => storage)
  store.write('state', '1')
  expect(storage.rows.get('state')).toBe('1')
  expect(store.read('state')).toBe('1')
  store.remove('state')
  expect(store.read('state')).toBeNull()
})

test('reads what another tab has written since', () => {
  const storage = fakeStorage()
  const store = createStore(() => storage)
  store.write('state', 'mine')
  storage.setItem('state', 'theirs')
  expect(store.read('state')).toBe('theirs')
})

test('lasts as long as the page when storage is blocked', () => {
  const store = createStore(() => {
    throw new Error('SecurityError')
  })
  expect(store.read('state')).toBeNull()
  store.write('state', '1')
  expect(store.read('state')).toBe('1')
  store.remove('state')
  expect(store.read('state')).toBeNull()
})

test('keeps a value too large for the storage in memory', () => {
  const storage = fakeStorage(3)
  const store = createStore(() => storage)
  store.write('state', 'old')
  store.write('state', 'too large')
  expect(store.read('state')).toBe('too large')
  store.write('state', 'new')
  expect(store.read('state')).toBe('new')
  expect(storage.rows.get('state')).toBe('new')
})

test('removes everything under a prefix and nothing else', () => {
  const storage = fakeStorage(3)
  const store = createStore(() => storage)
  for (const key of ['page:1', 'page:2', 'other']) store.write(key, 'new')
  store.write('page:3', 'only in memory')
  store.removeAll('page:')
  expect([...storage.rows.keys()]).toEqual(['other'])
  expect(store.read('page:3')).toBeNull()
})
