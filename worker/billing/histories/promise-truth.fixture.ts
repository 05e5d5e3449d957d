import { expect } from 'vitest'
import { subscribe_attempts } from '../../db/schema/billing.ts'
import type { BillingFixture } from '../testing/billing.fixture.ts'

/** The promotion code of the histories takes 20% off the first payment. */
const PROMISED = 0.8

/**
 * After a trial, the first payment is what checkout promised, or the difference was credited, to the cent. The promise is
 * computed again from what the buyer asked for and from what Stripe billed.
 */
export async function promisesKept({ ctx, emulator }: BillingFixture): Promise<void> {
  const { store } = emulator
  for (const { id, request, stripe_subscription_id: subscription } of await ctx.db.select().from(subscribe_attempts)) {
    if (request.promotion_code === null || request.trial_days === 0 || subscription === null) continue
    const first = store
      .all('invoice', ({ parent }) => parent?.subscription_details?.subscription === subscription)
      .findLast(({ subtotal }) => subtotal > 0)
    if (first?.status !== 'paid' && first?.status !== 'draft') continue
    const credits = store.all('customer_balance_transaction', (each) => each.metadata?.['trial_promotion'] === id)
    const credited = credits.reduce((sum, { amount }) => sum - amount, 0)
    expect(first.total - credited, `the first payment of ${subscription}`).toBe(Math.round(first.subtotal * PROMISED))
  }
}
