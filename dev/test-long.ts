import { main, run } from './processes/run.ts'

<<<<<<< HEAD
/** Runs the long tests in full, with new cases each time. `npm test` runs a tenth of them. SEED=… repeats a run. */
=======
/** Long tests in full, with a new seed each time; `npm test` runs a tenth. SEED=… repeats a run. */
>>>>>>> 222d22e3a349277da7c8299204b993edd1a62856
await main(async () => {
  const seed = process.env.SEED ?? `${Date.now() % 2 ** 31}`
  console.log(`Property tests use SEED=${seed}.`)
  await run('vitest', ['run', '--tags-filter=long'], { LONG_RUNS: 'true', SEED: seed })
})
