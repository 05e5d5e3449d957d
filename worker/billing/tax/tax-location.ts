import type Stripe from 'stripe'
import type { TaxLocation } from '../../contract/billing/checkout.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { stripeProblem } from '../stripe/stripe-problem.ts'
import type { SubscribeRequest } from '../../db/billing/subscribe-attempts.ts'

/** Where a company is, as its receipts say; null for everyone else. */
export async function companyLocation(stripe: Stripe, customer: string): Promise<TaxLocation | null> {
  const found = await stripe.customers.retrieve(customer)
  if (found.deleted || !found.business_name || !found.address?.country) return null
  return { country: found.address.country, postal_code: found.address.postal_code ?? '' }
}

/** The whole address, so that nothing of a former one stays. */
export function addressAt({ country, postal_code }: TaxLocation): Stripe.AddressParam {
  return { country, postal_code, line1: '', line2: '', city: '', state: '' }
}

/** Before the subscription, because Stripe taxes its first invoice by the customer's address. */
export async function saveTaxLocation(stripe: Stripe, customer: string, tax: SubscribeRequest['tax']): Promise<void> {
  if (tax?.location) await stripe.customers.update(customer, { address: addressAt(tax.location) })
}

/** The refusal of a place that Stripe Tax does not know, else the error itself. `saved`: it was not typed just now. */
export function toLocationRefusal(error: unknown, saved = false): unknown {
  if (stripeProblem(error)?.code !== 'customer_tax_location_invalid') return error
  if (saved) return new AppError('conflict', { message: SENTENCES.company_place_unknown, cause: error })
  return locationRefused(SENTENCES.tax_location_unknown, error)
}

export function locationRefused(message: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { attribute: 'postal_code', message, cause })
}
