import type Stripe from 'stripe'
import type { Ctx } from '../../context/context.ts'
import { INVOICES_A_PAGE, type Invoices } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../errors/app-error.ts'
import { toPaymentRefusal, isMissingAtStripe } from '../../stripe/stripe-problem.ts'
import { toInvoiceRow } from './invoice-row.ts'
import { loadBillingCustomer } from '../customer/billing-customer.ts'

/**
 * GET /api/billing/invoices: the pages after the first. Throws `not_found` for a cursor into another customer's list.
 */
export async function listInvoices(ctx: Ctx, starting_after: string | undefined): Promise<Invoices> {
  const { customer } = await loadBillingCustomer(ctx)
  if (!customer) return { invoices: [], has_more: false }
  try {
    return await readInvoices(await ctx.stripe(), customer, { ...(starting_after && { starting_after }) })
  } catch (error) {
    if (isMissingAtStripe(error)) throw new AppError('not_found', { cause: error })
    throw toPaymentRefusal(error)
  }
}

export async function readInvoices(
  stripe: Stripe,
  customer: string,
  from: { starting_after?: string } = {},
  options: Stripe.RequestOptions = {},
): Promise<Invoices> {
  const { data, has_more } = await stripe.invoices.list({ customer, limit: INVOICES_A_PAGE, ...from }, options)
  return { invoices: data.flatMap((invoice) => toInvoiceRow(invoice) ?? []), has_more }
}
