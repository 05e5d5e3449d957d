import { readNoArguments } from '../processes/read-arguments.ts'
import { main, run } from '../processes/run.ts'

/** Runs the long tests in full, with new cases each time, and all of the Worker's in workerd. SEED=… repeats a run. */
await main(async () => {
  readNoArguments('npm run test:long')
  const seed = process.env.SEED ?? `${Date.now() % 2 ** 31}`
  console.log(`Property tests use SEED=${seed}.`)
  const long = { LONG_RUNS: 'true', SEED: seed }
  await run('vitest', ['run', '--project=!workerd', '--tags-filter=long'], long)
  await run('vitest', ['run', '--project=workerd'], long)
})
