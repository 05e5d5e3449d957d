import type Stripe from 'stripe'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'

/** Stripe has a reason of its own for this, which only its settings can give. */
export const BY_DISPUTE = 'payment_disputed'

/** True for a subscription that ended because its customer's bank took a payment back, by us or by Stripe's settings. */
export function endedByDispute({ cancellation_details }: Pick<Stripe.Subscription, 'cancellation_details'>): boolean {
  return cancellation_details?.comment === BY_DISPUTE || cancellation_details?.reason === BY_DISPUTE
}

/** The same by the subscription's id; false for one that Stripe does not have. Throws what Stripe's client throws. */
export async function readEndedByDispute(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return endedByDispute(await stripe.subscriptions.retrieve(id))
  } catch (error) {
    if (isMissingAtStripe(error)) return false
    throw error
  }
}
