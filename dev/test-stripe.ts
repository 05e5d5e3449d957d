import { main, run } from './processes/run.ts'

/**
 * The stand-in for Stripe held to Stripe: its own CLI, and the contract that our Worker relies on, which real Stripe is
 * asked too where STRIPE_TEST_SECRET_KEY is a test key. `npm test` runs both as well.
 */
await main(() =>
  run('vitest', ['run', 'dev/stripe/api-tests/stripe-cli.test.ts', 'dev/stripe/api-tests/contract.test.ts']),
)
