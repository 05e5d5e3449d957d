import { expect, test } from 'vitest'
import { timezoneToStore } from './timezone.ts'

test('the guessed time zone is stored only if none is stored yet (§9)', () => {
  expect(timezoneToStore(undefined, 'Europe/Berlin')).toBe('Europe/Berlin')
  expect(timezoneToStore('', 'Etc/GMT+3')).toBe('Etc/GMT+3')
  expect(timezoneToStore('Asia/Tokyo', 'Europe/Berlin')).toBeUndefined()
})

test('a guess that is no zone name is not stored', () => {
  expect(timezoneToStore(undefined, undefined)).toBeUndefined()
  expect(timezoneToStore(undefined, 'x; Domain=other.test')).toBeUndefined()
})
