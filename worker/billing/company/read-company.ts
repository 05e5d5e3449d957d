import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { TAX_ID_TYPES, type Company, type CompanyAnswer, type TaxIdType } from '../../contract/billing/company.ts'
import { toPaymentRefusal } from '../stripe/stripe-problem.ts'
import { loadBillingCustomer } from '../customer/billing-customer.ts'

/** The settings page waits this long for Stripe, in ms, then shows the rest without it. */
const PATIENCE = { timeout: 4000, maxNetworkRetries: 0 }

/** GET /api/billing/company: what receipts will say. Throws `not_signed_in`, and `payment_failed` without Stripe. */
export async function readCompany(ctx: Ctx): Promise<CompanyAnswer> {
  const { customer } = await loadBillingCustomer(ctx)
  if (!customer) return { company: null }
  const stripe = await ctx.stripe()
  const found = await stripe.customers.retrieve(customer, { expand: ['tax_ids'] }, PATIENCE).catch((error: unknown) => {
    throw toPaymentRefusal(error)
  })
  return { company: found.deleted ? null : companyOf(found) }
}

/** A tax id alone counts too: it is on receipts, so its user must see it. */
function companyOf({ business_name, address, tax_ids }: Stripe.Customer): Company | null {
  const taxId = (tax_ids?.data ?? []).map(offeredTaxId).find((each) => each !== null)
  if (!business_name && !taxId) return null
  return {
    name: business_name ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal_code: address?.postal_code ?? '',
    country: address?.country ?? '',
    tax_id_type: taxId?.type ?? '',
    tax_id: taxId?.value ?? '',
  }
}

/** Null for a type that only an operator can have chosen: the form leaves it alone. */
export function offeredTaxId({ id, type, value }: Stripe.TaxId): { id: string; type: TaxIdType; value: string } | null {
  const offered = TAX_ID_TYPES.find((each) => each === type)
  return offered ? { id, type: offered, value } : null
}
