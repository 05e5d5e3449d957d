import { expect, test } from 'vitest'
import { runFiltersFor, runTime } from './merge-runs.ts'

test("a run's time is in its id", () => {
  expect(runTime('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(1_469_922_850_259)
  expect(runTime('00000000000000000000000000')).toBe(0)
})

test('each filter names the runs that it shows', () => {
  expect(runFiltersFor(undefined, undefined)).toEqual([undefined])
  expect(runFiltersFor('runs', 'done')).toEqual(['done'])
  expect(runFiltersFor('failures', undefined)).toEqual(['failed', 'unsure'])
  expect(runFiltersFor('changes', undefined)).toEqual([])
})
