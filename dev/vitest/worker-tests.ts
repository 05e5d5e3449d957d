import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../processes/run.ts'

/**
<<<<<<< HEAD
 * Sorts the Worker's test files by where they run. Tests whose imports reach `cloudflare:test` need workerd and D1, and
 * those that reach a `node:` module must see workerd's version. All others run in Node. Tests with a number of
 * histories run in both: in Node over SQLite in the same process, much faster.
=======
 * The Worker's test files by where they run. A file runs in workerd if its imports reach `cloudflare:test`, or a `node:`
 * module, because workerd has its own; other files are pure and run in Node. Files that read HISTORIES run in both:
 * in Node they have SQLite in the same process, which is many times as fast as D1.
>>>>>>> 222d22e3a349277da7c8299204b993edd1a62856
 */
export function workerTests(): { inWorkerd: string[]; inNode: string[]; histories: string[] } {
  const files = readdirSync(join(ROOT, 'worker'), { recursive: true, encoding: 'utf8' })
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => join('worker', file))
  const inWorkerd = new Set(tests.filter(needsWorkerd))
  return {
    inWorkerd: [...inWorkerd],
    inNode: tests.filter((file) => !inWorkerd.has(file)),
    histories: tests.filter((file) => textOf(file).includes("env['HISTORIES']")),
  }
}

function needsWorkerd(test: string): boolean {
  const reached = new Set([test])
  for (const file of reached) {
    for (const specifier of importsOf(file)) {
      if (/^(cloudflare|node):/.test(specifier)) return true
      if (specifier.startsWith('.')) reached.add(join(dirname(file), specifier))
    }
  }
  return false
}

const known = new Map<string, readonly string[]>()

<<<<<<< HEAD
/** The files whose values a file imports; type imports are erased before it runs. */
=======
/** Value imports only: types are gone before the file runs. */
>>>>>>> 222d22e3a349277da7c8299204b993edd1a62856
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
