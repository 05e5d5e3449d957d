import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { missingTests, namedTests, type NamedTest } from './named-tests.ts'

type Fault = { number: number; tests: NamedTest[]; shown: string }

/** Rows of docs/faults.md: number, fault, what happens, and `file`: test, one below the other. */
function readFaults(): Fault[] {
  const rows = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/^\|\s*(\d+)\s*\|.*\|\s*([^|]+?)\s*\|$/gm)
  return [...rows].map(([, number, shown = '']) => ({
    number: Number(number),
    shown,
    tests: namedTests(shown),
  }))
}

const FAULTS = readFaults()

test('the table has the sixty faults in order', () => {
  expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
})

test('every fault but the one out of scope names tests', () => {
  const without = FAULTS.filter(({ tests }) => tests.length === 0)
  expect(without.map(({ number, shown }) => [number, shown])).toEqual([[52, 'out of scope']])
})

test('the tests that the table names exist', () => {
  expect(missingTests(FAULTS.flatMap(({ tests }) => tests))).toEqual([])
})
