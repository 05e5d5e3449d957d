import { expect, test } from 'vitest'
import { timeZoneToStore } from './remember-time-zone.ts'

// §9-34
test('the guessed time zone is stored only if none is stored yet (§9)', () => {
  expect(timeZoneToStore(undefined, 'Europe/Berlin')).toBe('Europe/Berlin')
  expect(timeZoneToStore('', 'Etc/GMT+3')).toBe('Etc/GMT+3')
  expect(timeZoneToStore('Asia/Tokyo', 'Europe/Berlin')).toBeUndefined()
})

test('a guess that is no zone name is not stored', () => {
  expect(timeZoneToStore(undefined, undefined)).toBeUndefined()
  expect(timeZoneToStore(undefined, 'x; Domain=other.test')).toBeUndefined()
})
