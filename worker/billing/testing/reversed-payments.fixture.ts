import type { BillingFixture } from './billing.fixture.ts'
import type { Subscriber } from './subscribed-user.fixture.ts'

/** The ids of the customer's charges that were paid, newest first. */
export function chargesOf({ shop, customer }: Pick<Subscriber, 'shop' | 'customer'>): string[] {
  return shop.emulator.store.all('charge', (each) => each.customer === customer && each.paid).map(({ id }) => id)
}

/** An operator refunds a charge at Stripe, in whole without `amount` (cents). */
export async function refundAtStripe(
  world: Pick<Subscriber, 'shop' | 'customer'>,
  amount?: number,
  nth = 0,
): Promise<void> {
  await world.shop.stripe.refunds.create({ charge: chargesOf(world)[nth] ?? '', ...(amount && { amount }) })
}

/** The customer disputes a charge at their bank. Returns the dispute's id. */
export function disputeAtBank(world: Pick<Subscriber, 'shop' | 'customer'>, nth = 0): string {
  return world.shop.emulator.control.dispute(chargesOf(world)[nth] ?? '')
}

/** The bank decides. */
export async function bankDecides({ shop }: { shop: BillingFixture }, dispute: string, outcome: 'won' | 'lost') {
  const uncategorized_text = outcome === 'won' ? 'winning_evidence' : 'losing_evidence'
  await shop.stripe.disputes.update(dispute, { evidence: { uncategorized_text }, submit: true })
}
