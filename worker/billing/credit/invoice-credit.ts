import type Stripe from 'stripe'

/** The customer credit that the invoice used, in cents. Stripe writes credit as a negative balance. */
export function creditUsedBy({
  starting_balance,
  ending_balance,
}: Pick<Stripe.Invoice, 'starting_balance' | 'ending_balance'>): number {
  // An end above zero is a sum too small to charge, which the next invoice takes.
  return Math.max(0, Math.min(0, ending_balance ?? starting_balance) - starting_balance)
}
