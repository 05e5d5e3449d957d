import { expect, test } from 'vitest'
import { isForTests, readSources } from './source-files.ts'

/** The deployed sources of the Worker, line by line. */
const lines = readSources()
  .filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
  .flatMap(({ path, text }) => text.split('\n').map((line) => ({ file: path, line: line.trim() })))

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

test('no query goes to a read replica', () => {
  // A replica may lag behind what was just written.
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines.filter(({ line }) => /withSession|first-unconstrained/.test(line))).toEqual([])
})
