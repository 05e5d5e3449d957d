import type Stripe from 'stripe'
import { expandableId, expandedObject } from '../stripe/expandable.ts'

/**
 * The card that pays the subscription: its own, else the customer's default; null if Stripe has none. Needs
 * `default_payment_method` expanded; asks for the customer only if that is missing.
 */
export async function payingCard(
  stripe: Stripe,
  { default_payment_method, customer }: Stripe.Subscription,
): Promise<Stripe.PaymentMethod.Card | null> {
  const own = expandedObject(default_payment_method)?.card
  const id = expandableId(customer)
  if (own || !id) return own ?? null
  const payer = await stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] })
  return (!payer.deleted && expandedObject(payer.invoice_settings.default_payment_method)?.card) || null
}

/** The first moment (UTC, ms) at which the card no longer works: a card is good through the last day of its month. */
export function cardExpiresAt({ exp_month, exp_year }: Stripe.PaymentMethod.Card): number {
  return Date.UTC(exp_year, exp_month, 1)
}
