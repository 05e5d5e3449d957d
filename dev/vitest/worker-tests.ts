import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../processes/run.ts'

/**
 * The Worker's test files by where they run. What reaches `cloudflare:test` through its imports needs workerd and D1,
 * and what reaches a `node:` module is to be seen with workerd's own; the rest decides and computes, in Node. Those that
 * ask for a number of histories run in both: in Node, over SQLite in the same process, as often in much less time.
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

/** What a file imports of values; types are gone before it runs. */
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
