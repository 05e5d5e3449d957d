import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

const MONTH = 30 * DAY_SECONDS

const LIST = { proMonth: 349, plusMonth: 999 }

test('charges the elapsed seconds for switching there and back', async () => {
  const instant = fc.nat(MONTH)
  const behaviors = fc.constantFrom('always_invoice' as const, 'create_prorations' as const)
  const property = fc.asyncProperty(instant, instant, behaviors, async (one, other, proration_behavior) => {
    const { subscribe, stripe, wait, prices, customerOf, emulator } = await catalogFixture()
    const { subscription, customer } = await subscribe()
    const item = subscription.items.data[0]?.id ?? ''
    const [there, back] = [Math.min(one, other), Math.max(one, other)]
    const to = (price: string) =>
      stripe.subscriptions.update(subscription.id, { items: [{ id: item, price }], proration_behavior })
    wait(there)
    await to(prices.plusMonth)
    wait(back - there)
    await to(prices.proMonth)
    wait(MONTH - back + 3600)
    const { balance } = await customerOf(customer)
    const charged = emulator.store.all('charge').reduce((sum, charge) => sum + charge.amount, 0)
    const exact = 2 * LIST.proMonth + ((LIST.plusMonth - LIST.proMonth) * (back - there)) / MONTH
    // At the very end of a period the renewal comes first, so the switch belongs to the next period.
    if (back < MONTH) expect(Math.abs(charged + balance - exact)).toBeLessThanOrEqual(2)
  })
  await fc.assert(property, { numRuns: 30 })
}, 120_000)
