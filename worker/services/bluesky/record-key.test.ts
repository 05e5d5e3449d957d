import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { recordKey, timeOfKey } from './record-key.ts'

const at = Date.UTC(2026, 2, 10, 12)
const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/

test('reads when a run began from the key of its effect', () => {
  expect(timeOfKey('sy_01KKB8E7G00000000000000000_1_0')).toBe(Date.parse('2026-03-10T06:55:05.216Z'))
  expect([timeOfKey('sy_run_0_0'), timeOfKey('')]).toEqual([null, null])
})

test('a record key orders by the time of its run', () => {
  expect(recordKey('a', 0)).toMatch(TID)
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 30 * DAY }), (one, other, later) => {
      expect(recordKey(one, at)).toMatch(TID)
      expect(recordKey(one, at) < recordKey(other, at + later)).toBe(true)
    }),
  )
})

test('keys of other steps and repeats are other records', () => {
  const keys = Array.from({ length: 40 }, (_, n) => recordKey(`sy_01KKB8E7G00000000000000000_${n % 8}_${n >> 3}`, at))
  expect(new Set(keys).size).toBe(40)
})
