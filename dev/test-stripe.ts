import { main, run } from './run.ts'

/** Stripe's own CLI against the stand-in for Stripe, alone; `npm test` runs it too. */
await main(() => run('vitest', ['run', 'dev/stripe/cli.test.ts']))
