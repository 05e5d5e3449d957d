import { expect, test } from 'vitest'
import { isForTests, readSources } from './source-files.ts'

/** What is deployed of the Worker, line by line. */
const lines = readSources()
  .filter(({ path }) => path.startsWith('worker/') && !isForTests(path))
  .flatMap(({ path, text }) => text.split('\n').map((line) => ({ file: path, line: line.trim() })))

// §D5-28
test("Stripe's package is loaded in one place, with the first call that needs it, so that no other call waits for it", () => {
  const loading = lines.filter(
    ({ line }) => /(?:from|import\() ?['"]stripe['"]/.test(line) && !line.startsWith('import type '),
  )
  expect(loading).toEqual([
    { file: 'worker/stripe/stripe-client.ts', line: "const { default: StripeClient } = await import('stripe')" },
  ])
})

test('no query goes to a read replica, so none is behind what was just written', () => {
  expect(lines.length).toBeGreaterThan(1000)
  expect(lines.filter(({ line }) => /withSession|first-unconstrained/.test(line))).toEqual([])
})
