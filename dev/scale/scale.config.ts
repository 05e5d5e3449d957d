import { defineConfig } from 'vitest/config'
import { ROOT } from '../processes/run.ts'

/** The test that calls every path of the built Worker (`npm run build` comes first). */
export default defineConfig({
  root: ROOT,
  test: {
    environment: 'node',
    include: ['dev/scale/path-budgets.test.ts'],
    // All tests look at one run.
    hookTimeout: 300_000,
    silent: 'passed-only',
  },
})
