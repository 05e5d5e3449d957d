import { expect, test } from 'vitest'
import { createStore } from './storage.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

test('what is written is read back, and removed for good', () => {
  const storage = fakeStorage()
  const store = createStore(() => storage)
  store.write('state', '1')
  expect(storage.rows.get('state')).toBe('1')
  expect(store.read('state')).toBe('1')
  store.remove('state')
  expect(store.read('state')).toBeNull()
})

test('what another tab wrote since is what is read', () => {
  const storage = fakeStorage()
  const store = createStore(() => storage)
  store.write('state', 'mine')
  storage.setItem('state', 'theirs')
  expect(store.read('state')).toBe('theirs')
})

test('blocked storage lasts as long as the page and throws nothing', () => {
  const store = createStore(() => {
    throw new Error('SecurityError')
  })
  expect(store.read('state')).toBeNull()
  store.write('state', '1')
  expect(store.read('state')).toBe('1')
  store.remove('state')
  expect(store.read('state')).toBeNull()
})

test('a value too large for the storage hides the older one, and gives way to the next that fits', () => {
  const storage = fakeStorage(3)
  const store = createStore(() => storage)
  store.write('state', 'old')
  store.write('state', 'too large')
  expect(store.read('state')).toBe('too large')
  store.write('state', 'new')
  expect(store.read('state')).toBe('new')
  expect(storage.rows.get('state')).toBe('new')
})

test('everything under a prefix goes at once, and nothing else', () => {
  const storage = fakeStorage(3)
  const store = createStore(() => storage)
  for (const key of ['page:1', 'page:2', 'other']) store.write(key, 'new')
  store.write('page:3', 'only in memory')
  store.removeAll('page:')
  expect([...storage.rows.keys()]).toEqual(['other'])
  expect(store.read('page:3')).toBeNull()
})
