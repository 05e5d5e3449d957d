import { main, run } from './processes/run.ts'

/** Long tests in full, with a new seed each time; `npm test` runs a tenth. SEED=… repeats a run. */
await main(async () => {
  const seed = process.env.SEED ?? `${Date.now() % 2 ** 31}`
  console.log(`Property tests use SEED=${seed}.`)
  await run('vitest', ['run', '--tags-filter=long'], { LONG_RUNS: 'true', SEED: seed })
})
