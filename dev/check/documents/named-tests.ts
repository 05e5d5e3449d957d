import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../processes/run.ts'
import { findTests } from '../find-tests.ts'

export type NamedTest = { file: string; name: string }

/** The tests that a cell of a table names as `file`: test, one below the other. */
export function namedTests(cell: string): NamedTest[] {
  return [...cell.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`: (.+?)(?=<br>|$)/g)].map(([, file = '', name = '']) => ({
    file,
    name,
  }))
}

/** Those that are not in the sources. */
export function missingTests(named: readonly NamedTest[]): NamedTest[] {
  return named.filter(({ file, name }) => !namesOf(file).includes(name))
}

function namesOf(file: string): string[] {
  const path = join(ROOT, file)
  return existsSync(path) ? findTests(readFileSync(path, 'utf8')).map(({ name }) => name) : []
}
