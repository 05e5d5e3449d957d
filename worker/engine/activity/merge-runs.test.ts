import { expect, test } from 'vitest'
import { runFiltersFor } from './merge-runs.ts'

test('each filter names the runs that it shows', () => {
  expect(runFiltersFor(undefined, undefined)).toEqual([undefined])
  expect(runFiltersFor('runs', 'done')).toEqual(['done'])
  expect(runFiltersFor('failures', undefined)).toEqual(['failed', 'unsure'])
  expect(runFiltersFor('changes', undefined)).toEqual([])
})
