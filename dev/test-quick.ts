import { main, run } from './processes/run.ts'

/** Runs rules, flows and pages in Node and the Worker's verbs in workerd, in at most a minute. */
await main(() => run('vitest', ['run', '--project=rules', '--project=web', '--project=worker', '--tags-filter=!long']))
