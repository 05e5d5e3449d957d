import { startVitest } from 'vitest/node'
import { main, ROOT } from '../processes/run.ts'
import { ContractReporter } from '../stand-ins/stripe/contract-reporter.ts'

const FILES = ['dev/stand-ins/stripe/stripe-cli.test.ts', 'packages/stripe-stand-in/contract/contract.test.ts']

/**
 * Tests the Stripe stand-in with Stripe's own CLI and with the contract that our Worker relies on. With a test key in
 * STRIPE_TEST_SECRET_KEY, the contract runs against real Stripe too. Prints each fact of the contract as "holds" or
 * "differs", with what was expected and seen. `npm test` also runs both.
 */
await main(async () => {
  const reporters = ['default', new ContractReporter()]
  const vitest = await startVitest('test', FILES, { root: ROOT, watch: false, reporters })
  await vitest.close()
})
