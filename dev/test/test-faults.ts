import { readNoArguments } from '../processes/read-arguments.ts'
import { main, run } from '../processes/run.ts'

/**
 * Kills the built product, its target and its network in every way that we know, then plays 10,000 histories of a Runner
 * in a simulated world, other ones each time. Up to 40 minutes. SEED=… repeats a run.
 */
await main(async () => {
  readNoArguments('npm run test:faults')
  const seed = process.env.SEED ?? `${Date.now() % 2 ** 31}`
  console.log(`Faults and histories use SEED=${seed}.`)
  await run(process.execPath, ['dev/build.ts'])
  await run('vitest', ['run', '--config', 'dev/test/engine-faults/engine-faults.config.ts'], { SEED: seed })
  await run('vitest', ['run', '--project=worker', 'worker/engine/runner/testing'], { SEED: seed, SIMULATIONS: '10000' })
})
