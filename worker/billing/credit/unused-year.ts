import type Stripe from 'stripe'
import { expandableId } from '../stripe/expandable.ts'
import { paidPart } from './credit-ledger.ts'
import { readLedger } from './read-credit.ts'

/**
 * Finds the part of a yearly plan that is unused at a moment of its period and was really paid for, in cents; 0 for a
 * month, which is not refunded (/terms). `at`: ms. Throws what Stripe's client throws.
 */
export async function unusedYear(stripe: Stripe, subscription: Stripe.Subscription, at: number): Promise<number> {
  const { id, status, items } = subscription
  const yearly = items.data.find(({ price }) => price.recurring?.interval === 'year')
  const proration_date = Math.floor(at / 1000)
  if (!yearly || status !== 'active' || yearly.current_period_end <= proration_date) return 0
  const customer = expandableId(subscription.customer)
  const [ended, ledger] = await Promise.all([
    stripe.invoices.createPreview({
      customer,
      subscription: id,
      subscription_details: { cancel_now: true, proration_behavior: 'always_invoice', proration_date },
    }),
    readLedger(stripe, customer),
  ])
  return paidPart(ledger, ended)
}
