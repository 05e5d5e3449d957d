import { main, run } from '../processes/run.ts'

const FILES = ['dev/stand-ins/stripe/stripe-cli.test.ts', 'packages/stripe-stand-in/contract/contract.test.ts']

/**
 * Tests the Stripe stand-in with Stripe's own CLI and with the contract that our Worker relies on. With a test key in
 * STRIPE_TEST_SECRET_KEY, the contract runs against real Stripe too. Prints each fact, and why one that is assumed may
 * be wrong. `npm test` also runs both.
 */
await main(() => run('vitest', ['run', '--reporter=verbose', ...FILES]))
