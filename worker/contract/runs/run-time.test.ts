import { expect, test } from 'vitest'
import { runTime } from './run-time.ts'

test("a run's time is in its id", () => {
  expect(runTime('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(1_469_922_850_259)
  expect(runTime('00000000000000000000000000')).toBe(0)
})
