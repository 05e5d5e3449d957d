import { main, run } from './processes/run.ts'

<<<<<<< HEAD
/** Runs rules, flows and pages in Node and the Worker's verbs in workerd, in at most a minute. */
=======
/** Rules, flows and pages in Node, the Worker's verbs in workerd, without long tests: at most a minute. */
>>>>>>> 222d22e3a349277da7c8299204b993edd1a62856
await main(() => run('vitest', ['run', '--project=rules', '--project=web', '--project=worker', '--tags-filter=!long']))
