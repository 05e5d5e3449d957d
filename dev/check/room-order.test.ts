import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'
import { readImports } from './import-graph.ts'
import { isForTests, readSources } from './source-files.ts'

/** The rooms of the Worker, from the ground up: each imports from itself and from those before it. */
const ROOMS = [
  'contract',
  'system',
  'db',
  'messages',
  'users',
  'billing',
  'engine',
  'services',
  'connections',
  'applets',
  'ai',
  'operations',
  'app',
]
const MOST_ACCEPTED = 5

function roomOf(path: string): number {
  return ROOMS.indexOf(path.split('/')[1] ?? '')
}

/** The imports that lead to a higher room, as `from → to`. */
function upward(imports: readonly { from: string; to: string }[]): string[] {
  return imports
    .filter(({ from, to }) => from.startsWith('worker/') && roomOf(to) > roomOf(from))
    .map(({ from, to }) => `${from} → ${to}`)
    .toSorted()
}

test('every room of the Worker has its place in the order', () => {
  const folders = readdirSync(join(ROOT, 'worker'), { withFileTypes: true })
  const rooms = folders.flatMap((entry) => (entry.isDirectory() && entry.name !== 'testing' ? [entry.name] : []))
  expect(rooms).toEqual(ROOMS.toSorted())
})

test('rooms import only from lower ones, but for what decisions.md accepts', () => {
  const imports = readImports(readSources().filter(({ path }) => !isForTests(path)))
  const accepted = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').matchAll(
    /^- `(worker\/\S+ → worker\/\S+)`: /gm,
  )
  const named = Array.from(accepted, ([, arrow]) => arrow)
  expect(imports.length).toBeGreaterThan(1000)
  expect(named.length).toBeLessThanOrEqual(MOST_ACCEPTED)
  expect(upward(imports)).toEqual(named.toSorted())
})

test('an import of a higher room is found', () => {
  const [up, down] = [
    { from: 'worker/db/lease.ts', to: 'worker/users/get-me.ts' },
    { from: 'worker/users/get-me.ts', to: 'worker/db/lease.ts' },
  ]
  expect(upward([up, down])).toEqual(['worker/db/lease.ts → worker/users/get-me.ts'])
})
