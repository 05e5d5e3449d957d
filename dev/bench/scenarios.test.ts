import { expect, test } from 'vitest'
import { readsPath } from './scenarios.ts'

const nothing = { trips: [], runner: 0, kv: 0 }

test('a control asks KV and an object once where the call does', () => {
  expect(readsPath(6, { ...nothing, runner: 2 })).toBe('/reads/6?object')
  expect(readsPath(2, { ...nothing, kv: 1, runner: 1 })).toBe('/reads/2?kv&object')
  expect(readsPath(3, nothing)).toBe('/reads/3')
  expect(readsPath(0, nothing)).toBe('/')
})
