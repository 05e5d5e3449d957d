import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ROOT } from '../../processes/run.ts'

/** Tests over the built product that kill it and its target (`npm run build` comes first). */
export default defineConfig({
  root: ROOT,
  test: {
    environment: 'node',
    include: ['dev/test/engine-faults/**/*.test.ts'],
    // They measure nothing, but each has a whole product: one at a time.
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    setupFiles: join(ROOT, 'dev/test/vitest/seed-properties.ts'),
  },
})
