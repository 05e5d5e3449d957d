import { expect, test } from 'vitest'
import { reachableFrom, readImports } from './import-graph.ts'
import { isForTests, readSources } from './source-files.ts'

/** The deployed sources of the Worker. */
const sources = readSources().filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
/** The same, line by line. */
const lines = sources.flatMap(({ path, text }) => text.split('\n').map((line) => ({ file: path, line: line.trim() })))

const TYPES = /^import type [^']*'[^']+'/gm
const withoutTypes = sources.map(({ path, text }) => ({ path, text: text.replaceAll(TYPES, '') }))
const ON_DEMAND = /\bimport\('[^']+'\)/g

/** Where the API Worker and the Runner's begin. */
const ENTRIES = ['worker/app/index.ts', 'worker/app/runner/runner-worker.ts'] as const

function arrowsOf(files: typeof sources): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of readImports(files)) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
  return arrows
}

// §D5-28
test("loads Stripe's package in one place, on demand", () => {
  // Calls that do not need it must not wait for it to load.
  const loading = lines.filter(
    ({ line }) => /(?:from|import\() ?['"]stripe['"]/.test(line) && !line.startsWith('import type '),
  )
  expect(loading).toEqual([
    { file: 'worker/stripe/stripe-client.ts', line: "const { default: StripeClient } = await import('stripe')" },
  ])
})

// §D19-05
test('loads the parser of filter code in one place, on demand', () => {
  const loading = lines.filter(({ line }) => line.includes("/parse-source.ts'"))
  expect(loading).toEqual([
    {
      file: 'worker/filter/compile/read-source.ts',
      line: "const { parseSource } = await import('../parse/parse-source.ts')",
    },
  ])
})

// §D19-06
test('what is loaded on demand imports nothing that the Worker has anyway', () => {
  // The build would wrap each such module, and all that it imports, in a function of its own.
  const anyway = withoutTypes.map(({ path, text }) => ({ path, text: text.replaceAll(ON_DEMAND, '') }))
  const arrows = arrowsOf(anyway)
  const atStart = new Set(ENTRIES.flatMap((entry) => [...reachableFrom(entry, arrows)]))
  expect(atStart.size).toBeGreaterThan(400)

  const files = new Set(readImports(anyway).map(({ to }) => to))
  const loaded = readImports(withoutTypes)
    .map(({ to }) => to)
    .filter((path) => !files.has(path))
  expect(loaded.toSorted()).toEqual(['worker/filter/parse/parse-source.ts', 'worker/graphql/execute-query.ts'])
  for (const path of loaded) expect([...reachableFrom(path, arrows)].filter((file) => atStart.has(file))).toEqual([])
})

// §D63-01
test('the API Worker has neither parser nor interpreter of filter code', () => {
  const files = [...reachableFrom(ENTRIES[0], arrowsOf(withoutTypes))]
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((file) => /^worker\/filter\/(?:parse|compile|interpreter|regexp|values)\//.test(file))).toEqual(
    [],
  )
  expect(files.filter((file) => /^worker\/(?:runner|sources)\/(?:runner|source|engine)/.test(file))).toEqual([])
})

// §D63-02
test("the Runner's Worker has nothing of sessions, calls and Stripe", () => {
  const files = [...reachableFrom(ENTRIES[1], arrowsOf(withoutTypes))]
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => /^worker\/(?:accounts|billing|graphql|http|session|stripe)\//.test(file))).toEqual([])
})

test('no query goes to a read replica', () => {
  // A replica may lag behind what was just written.
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines.filter(({ line }) => /withSession|first-unconstrained/.test(line))).toEqual([])
})
