import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../processes/run.ts'

/**
 * Sorts the Worker's test files by where they run. Tests whose imports reach `cloudflare:test` need workerd and D1, and
 * those that reach a `node:` module must see workerd's version, but for AsyncLocalStorage, which is the same in both. All others run in Node. Tests that buy hundreds of times
 * run in Node over SQLite in the same process, much faster: histories besides workerd, crashes instead of it unless
 * `long`.
 */
export function workerTests(long: boolean): { inWorkerd: string[]; inNode: string[]; overSqlite: string[] } {
  const files = readdirSync(join(ROOT, 'worker'), { recursive: true, encoding: 'utf8' })
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => join('worker', file))
  const inWorkerd = new Set(tests.filter(needsWorkerd))
  const crashes = tests.filter((file) => textOf(file).includes('crash-point.fixture.ts'))
  const histories = tests.filter((file) => textOf(file).includes("env['HISTORIES']"))
  return {
    inWorkerd: [...inWorkerd].filter((file) => long || !crashes.includes(file)),
    inNode: tests.filter((file) => !inWorkerd.has(file)),
    overSqlite: long ? histories : [...histories, ...crashes],
  }
}

function needsWorkerd(test: string): boolean {
  const reached = new Set([test])
  for (const file of reached) {
    for (const specifier of importsOf(file)) {
      if (/^(cloudflare:|node:(?!async_hooks$))/.test(specifier)) return true
      if (specifier.startsWith('.')) reached.add(join(dirname(file), specifier))
    }
  }
  return false
}

const known = new Map<string, readonly string[]>()

/** The files whose values a file imports; type imports are erased before it runs. */
function importsOf(file: string): readonly string[] {
  const specifiers =
    known.get(file) ??
    [...textOf(file).matchAll(/^(?:im|ex)port (?!type )(?:[^'";]* from )?'([^']+)'|\bimport\('([^']+)'\)/gm)].flatMap(
      ([, still, later]) => still ?? later ?? [],
    )
  known.set(file, specifiers)
  return specifiers
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
