import { main, run } from './processes/run.ts'

/**
 * Tests the Stripe stand-in with Stripe's own CLI and with the contract that our Worker relies on. With a test key in
 * STRIPE_TEST_SECRET_KEY, the contract runs against real Stripe too. `npm test` also runs both.
 */
await main(() =>
  run('vitest', ['run', 'dev/stripe/api-tests/stripe-cli.test.ts', 'dev/stripe/api-tests/contract.test.ts']),
)
