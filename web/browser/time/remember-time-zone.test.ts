import { expect, test } from 'vitest'
import { timeZoneToStore } from './remember-time-zone.ts'

// §9-32
test('stores the guessed time zone only if none is stored', () => {
  expect(timeZoneToStore(undefined, 'Europe/Berlin')).toBe('Europe/Berlin')
  expect(timeZoneToStore('', 'Etc/GMT+3')).toBe('Etc/GMT+3')
  expect(timeZoneToStore('Asia/Tokyo', 'Europe/Berlin')).toBeUndefined()
})

test('does not store a guess that is not a zone name', () => {
  expect(timeZoneToStore(undefined, undefined)).toBeUndefined()
  expect(timeZoneToStore(undefined, 'x; Domain=other.test')).toBeUndefined()
})
