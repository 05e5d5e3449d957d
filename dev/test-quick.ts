import { main, run } from './processes/run.ts'

/** Rules, flows and pages in Node, the Worker's verbs in workerd, without long tests: at most a minute. */
await main(() => run('vitest', ['run', '--project=rules', '--project=web', '--project=worker', '--tags-filter=!long']))
