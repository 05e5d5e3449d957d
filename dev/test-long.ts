import { main, run } from './processes/run.ts'

/** What is long by nature, whole and with other cases each time: `npm test` runs a tenth of it. SEED=… repeats a run. */
await main(async () => {
  const seed = process.env.SEED ?? `${Date.now() % 2 ** 31}`
  console.log(`Properties draw from SEED=${seed}.`)
  await run('vitest', ['run', '--tags-filter=long'], { LONG_RUNS: 'true', SEED: seed })
})
