import type Stripe from 'stripe'
import { expandedObject } from '../../stripe/expandable.ts'

/** What a subscription must be expanded with, so that its paying card is known. */
export const PAYING_CARD = ['default_payment_method', 'customer.invoice_settings.default_payment_method']

/** The card that pays the subscription: its own, else the customer's default; null if Stripe has none. */
export function payingCard({
  default_payment_method,
  customer,
}: Stripe.Subscription): Stripe.PaymentMethod.Card | null {
  const payer = expandedObject(customer)
  const theirs = payer && !payer.deleted ? expandedObject(payer.invoice_settings.default_payment_method) : null
  return (expandedObject(default_payment_method) ?? theirs)?.card ?? null
}

/** The first moment (UTC, ms) at which the card no longer works: a card is good through the last day of its month. */
export function cardExpiresAt({ exp_month, exp_year }: Stripe.PaymentMethod.Card): number {
  return Date.UTC(exp_year, exp_month, 1)
}
