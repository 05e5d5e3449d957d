import { main, run } from '../processes/run.ts'

/** Runs pages, flows, rules and the Worker's verbs in Node, in at most a minute. */
await main(() => run('vitest', ['run', '--project=web', '--project=worker', '--tags-filter=!long']))
