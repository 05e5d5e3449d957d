import { main, run } from './processes/run.ts'

/** What decides and what writes, in at most a minute: rules, flows and pages in Node, the Worker's verbs in workerd. */
await main(() => run('vitest', ['run', '--project=rules', '--project=web', '--project=worker', '--tags-filter=!long']))
