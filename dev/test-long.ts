import { main, run } from './processes/run.ts'

/** Runs the long tests in full, with new cases each time. `npm test` runs a tenth of them. SEED=… repeats a run. */
await main(async () => {
  const seed = process.env.SEED ?? `${Date.now() % 2 ** 31}`
  console.log(`Property tests use SEED=${seed}.`)
  await run('vitest', ['run', '--tags-filter=long'], { LONG_RUNS: 'true', SEED: seed })
})
