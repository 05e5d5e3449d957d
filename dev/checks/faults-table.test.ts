import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { findTests } from './find-tests.ts'

type Fault = { number: number; tests: { file: string; name: string }[]; shown: string }

/** Rows of docs/faults.md: number, fault, what happens, and `file`: test, one below the other. */
function readFaults(): Fault[] {
  const rows = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/^\|\s*(\d+)\s*\|.*\|\s*([^|]+?)\s*\|$/gm)
  return [...rows].map(([, number, shown = '']) => ({
    number: Number(number),
    shown,
    tests: [...shown.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`: (.+?)(?=<br>|$)/g)].map(([, file = '', name = '']) => ({
      file,
      name,
    })),
  }))
}

const FAULTS = readFaults()

// §D33-03
test('the table has the sixty faults in order', () => {
  expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
})

// §D33-03
test('every fault but the one out of scope names tests', () => {
  const without = FAULTS.filter(({ tests }) => tests.length === 0)
  expect(without.map(({ number, shown }) => [number, shown])).toEqual([[52, 'out of scope']])
})

// §D33-03
test('the tests that the table names exist', () => {
  const named = FAULTS.flatMap(({ tests }) => tests)
  expect(named.filter(({ file, name }) => !namesOf(file).includes(name))).toEqual([])
})

function namesOf(file: string): string[] {
  const path = join(ROOT, file)
  return existsSync(path) ? findTests(readFileSync(path, 'utf8')).map(({ name }) => name) : []
}
