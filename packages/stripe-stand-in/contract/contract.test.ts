import { describe, test } from 'vitest'
import { changeFacts } from './change-facts.fixture.ts'
import { customerFacts } from './customer-facts.fixture.ts'
import { emulatorShop, realShop, REAL_KEY, type ContractShop, type Fact } from './contract.fixture.ts'
import { paymentFacts } from './payment-facts.fixture.ts'
import { promotionFacts } from './promotion-facts.fixture.ts'
import { protocolFacts } from './protocol-facts.fixture.ts'
import { subscriptionFacts } from './subscription-facts.fixture.ts'

const FACTS: Fact[] = [
  ...subscriptionFacts,
  ...paymentFacts,
  ...changeFacts,
  ...promotionFacts,
  ...customerFacts,
  ...protocolFacts,
]

// The contract that our Worker has with Stripe's API, through the official client. Runs against the stand-in, and
// against real Stripe too if STRIPE_TEST_SECRET_KEY is set. Where the two differ, the stand-in is wrong.
describe('stand-in', () => keepContract(emulatorShop))
describe.skipIf(!REAL_KEY)('Stripe', () => keepContract(realShop))

function keepContract(open: () => Promise<ContractShop>): void {
  for (const { name, assumes, work } of FACTS) {
    test(assumes ? `${name} (assumed)` : name, { timeout: 120_000 }, async ({ annotate }) => {
      if (assumes) await annotate(assumes, 'assumed')
      const shop = await open()
      try {
        await work(shop)
      } finally {
        await shop.close()
      }
    })
  }
}
