import { expect, test } from 'vitest'
import { isForTests, readSources } from './source-files.ts'

const THIS = 'dev/checks/certain-tests.test.ts'

/** The lines of what Vitest runs, and of what it runs them with, that have this in them. */
function linesWith(pattern: RegExp): string[] {
  return readSources()
    .filter(({ path }) => isForTests(path) && !path.startsWith('e2e/') && path !== THIS)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
    )
}

test('real work is waited for longer than a second', () => {
  expect(linesWith(/\bvi\.wait(?:For|Until)\(|\bexpect\.poll\(/)).toEqual([
    'worker/testing/eventually.ts: return vi.waitFor(check, PATIENCE)',
  ])
})

test('what else the machine does fails no test of speed', () => {
  expect(linesWith(/performance\.now\(\).*toBeLess/)).toEqual([])
})
