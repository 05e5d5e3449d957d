import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../processes/run.ts'
import { isForTests, readSources } from '../source-files.ts'

const GUIDE = readFileSync(join(ROOT, 'docs/operate.md'), 'utf8')

/** Calls by which the Worker logs a warning or an error; Runners warn through their world. */
const LINES = [/\blog\(\s*(?:[^,()]*\?\s*)?'(?:error|warn)'[^,]*,\s*'(\w+)'/g, /\bworld\.log\(\s*'(\w+)'/g]

test('the guide says what each warning and error means', () => {
  const logged = readSources()
    .filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
    .flatMap(({ text }) => LINES.flatMap((line) => [...text.matchAll(line)].map(([, name]) => name)))
  const table = GUIDE.slice(GUIDE.indexOf('## Alerts'), GUIDE.indexOf('## Costs'))
  const explained = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(logged.length).toBeGreaterThan(50)
  expect(explained.toSorted()).toEqual([...new Set(logged)].toSorted())
})
