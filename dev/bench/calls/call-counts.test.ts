import { beforeAll, expect, test } from 'vitest'
import { measureCalls, type MeasuredCall } from './measure-calls.ts'
import { TWENTY_CALLS } from './twenty-calls.ts'

/** Enough that a call which reads them all needs more than it may. */
const APPLETS = 1000

let measured: MeasuredCall[]
beforeAll(async () => {
  measured = await measureCalls(APPLETS, 0)
}, 300_000)

test.each(TWENTY_CALLS.map((call, at) => ({ ...call, at })))('$name, $as, needs no more of D1', ({ at, most }) => {
  const { trips = 0, statements = 0, read = 0, written = 0 } = measured[at]?.counts ?? {}
  expect({
    trips: Math.max(trips, most.trips),
    statements: Math.max(statements, most.statements),
    read: Math.max(read, most.read),
    written: Math.max(written, most.written),
  }).toEqual(most)
})

test('none of them scans a table that grows', () => {
  expect(measured.flatMap(({ call, scans }) => scans.map((scan) => `${call.name}: ${scan}`))).toEqual([])
})
