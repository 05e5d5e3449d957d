import { readNoArguments } from '../processes/read-arguments.ts'
import { main, run } from '../processes/run.ts'

/** Runs pages, flows, rules and the Worker's verbs in Node: about a minute on two cores. */
await main(async () => {
  readNoArguments('npm run test:quick')
  await run('vitest', ['run', '--project=web', '--project=worker', '--tags-filter=!long'])
})
