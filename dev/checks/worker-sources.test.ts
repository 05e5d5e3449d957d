import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../processes/run.ts'

/** What is deployed of the Worker, line by line. */
const lines = globSync('worker/**/*.ts', { cwd: ROOT, exclude: (name) => name === 'testing' })
  .filter((file) => !/\.test\.ts$|\/test-[^/]*$/.test(file))
  .flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line) => ({ file, line: line.trim() })),
  )

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
