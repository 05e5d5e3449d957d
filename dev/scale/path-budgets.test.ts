import { beforeAll, expect, test } from 'vitest'
import { QUIET } from '../processes/run.ts'
import { countsOf } from './print-scale.ts'
import { ALL_PATHS } from './paths/all-paths.ts'
import { runAtSize, type RunAtSize } from './run-at-size.ts'

/** Enough that a path which reads them all is over its budget. */
const APPLETS = 2000

let run: RunAtSize
beforeAll(async () => {
  Object.assign(process.env, QUIET)
  run = await runAtSize(APPLETS)
})

function measuredAt(name: string) {
  const found = run.measured.find(({ path }) => path.name === name)
  if (!found) throw new Error(`${name} was not measured.`)
  return found
}

test.each(ALL_PATHS)('$name stays within its budget', ({ name, budget }) => {
  const measured = measuredAt(name)
  expect(measured.failure).toBeNull()
  const { trips, statements, read, written } = countsOf(measured)
  const over = { trips, statements, read, written }
  expect(
    {
      trips: Math.max(over.trips, budget.trips),
      statements: Math.max(over.statements, budget.statements),
      read: Math.max(over.read, budget.read),
      written: Math.max(over.written, budget.written),
    },
    'what it needs must not be above its budget',
  ).toEqual(budget)
})

test.each(ALL_PATHS.filter(({ mayScan }) => !mayScan))('$name scans no table that grows', ({ name }) => {
  const statements = new Set(measuredAt(name).trips.flatMap((trip) => trip.map(({ sql }) => sql)))
  const scanned = [...statements].flatMap((sql) => (run.scans.get(sql) ?? []).map((scan) => `${scan}: ${sql}`))
  expect(scanned).toEqual([])
})
