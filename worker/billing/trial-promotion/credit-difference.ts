import type Stripe from 'stripe'
import { log } from '../../system/log/log.ts'
import { expandableId } from '../stripe/expandable.ts'
import { passStoredFailures } from '../stripe/make-once.ts'
import { promisedTotal } from './promised-amount.ts'
import type { TrialPromotion } from '../../db/billing/promised-promotions.ts'

/**
 * Compares an invoice, or its preview, with the promise. If it is another amount, an operator is told; if the customer
 * would pay more, they get the difference as credit, once.
 */
export async function creditDifference(
  stripe: Stripe,
  promotion: TrialPromotion,
  { total, currency, ...invoice }: Stripe.Invoice,
): Promise<void> {
  const promised = promisedTotal(promotion, { total, currency, ...invoice })
  const customer = expandableId(invoice.customer)
  if (promised === null || !customer || total === promised) return
  await passStoredFailures(async (nth) => {
    // Stripe's own list says what was credited, so that a lost answer or a crash credits nothing twice.
    const credited = await creditedFor(stripe, promotion, customer)
    const missing = total - promised - credited
    if (missing === 0) return
    log('error', 'promotion_not_as_promised', { attempt: promotion.attempt_id, promised, total, credited })
    if (missing < 0) return
    await stripe.customers.createBalanceTransaction(
      customer,
      {
        amount: -missing,
        currency,
        description: 'Promotion promised at checkout',
        metadata: { trial_promotion: promotion.attempt_id },
      },
      { idempotencyKey: `${promotion.attempt_id}:credit:${credited}${nth}` },
    )
  })
}

/** Cents credited for this promotion so far. */
async function creditedFor(stripe: Stripe, { attempt_id }: TrialPromotion, customer: string): Promise<number> {
  const all = await stripe.customers
    .listBalanceTransactions(customer, { limit: 100 })
    .autoPagingToArray({ limit: 1000 })
  const ours = all.filter(({ metadata }) => metadata?.['trial_promotion'] === attempt_id)
  return ours.reduce((sum, { amount }) => sum - amount, 0)
}
