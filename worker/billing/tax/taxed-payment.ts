import type Stripe from 'stripe'
import type { TaxLocation } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toPaymentRefusal } from '../stripe/stripe-problem.ts'
import { addressAt, toLocationRefusal } from './tax-location.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'

type Taxed = {
  customer: string
  plan: PriceRow
  promotion_code: string | null
  /** Null: the customer's own address. */
  location: TaxLocation | null
}

/**
 * The first payment as Stripe would charge it with tax, in cents, and the tax that it includes. Throws `price_refused`
 * if tax would come on top, and `invalid_input` (postal_code) for an unknown place, `conflict` for a company's.
 */
export async function taxedPayment(stripe: Stripe, { customer, plan, promotion_code, location }: Taxed) {
  if (!plan.stripe_price_id) return { first_payment: plan.amount, tax: 0 }
  const preview = await stripe.invoices
    .createPreview({
      customer,
      automatic_tax: { enabled: true },
      ...(location && { customer_details: { address: addressAt(location) } }),
      subscription_details: { items: [{ price: plan.stripe_price_id }] },
      ...(promotion_code && { discounts: [{ promotion_code }] }),
    })
    .catch((error: unknown) => {
      throw toPaymentRefusal(toLocationRefusal(error, location === null))
    })
  const taxes = preview.total_taxes ?? []
  if (taxes.some(({ tax_behavior, amount }) => tax_behavior !== 'inclusive' && amount !== 0)) {
    throw new AppError('price_refused', { attribute: 'price' })
  }
  return { first_payment: preview.total, tax: taxes.reduce((sum, { amount }) => sum + amount, 0) }
}
