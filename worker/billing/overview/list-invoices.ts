import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { INVOICES_A_PAGE, type Invoices } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { toPaymentRefusal, isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { INVOICE_PAYMENTS, readReversals } from '../reversals/read-reversals.ts'
import { toInvoiceRow } from './invoice-row.ts'
import { loadBillingCustomer, type BillingCustomer } from '../customer/billing-customer.ts'

/**
 * GET /api/billing/invoices: the pages after the first. Throws `not_found` for a cursor into another customer's list.
 */
export async function listInvoices(ctx: Ctx, starting_after: string | undefined): Promise<Invoices> {
  const billingCustomer = await loadBillingCustomer(ctx)
  const { customer } = billingCustomer
  if (!customer) return { invoices: [], has_more: false }
  try {
    return await readInvoices(await ctx.stripe(), billingCustomer, {
      customer,
      ...(starting_after && { starting_after }),
    })
  } catch (error) {
    if (isMissingAtStripe(error)) throw new AppError('not_found', { cause: error })
    throw toPaymentRefusal(error)
  }
}

type Wanted = { customer: string; starting_after?: string }

/** A page of what a user may see. Reads on while Stripe's pages have only unfinished attempts. */
export async function readInvoices(
  stripe: Stripe,
  plans: Pick<BillingCustomer, 'currentPlan' | 'unbegun'>,
  wanted: Wanted,
  options: Stripe.RequestOptions = {},
): Promise<Invoices> {
  const shown: Stripe.Invoice[] = []
  const list = { ...wanted, limit: 2 * INVOICES_A_PAGE, expand: [`data.${INVOICE_PAYMENTS}`] }
  for await (const invoice of stripe.invoices.list(list, options)) {
    if (toInvoiceRow(invoice, plans)) shown.push(invoice)
    if (shown.length > INVOICES_A_PAGE) break
  }
  const page = shown.slice(0, INVOICES_A_PAGE)
  const reversals = await readReversals(stripe, wanted.customer, page, options)
  const invoices = page.flatMap((invoice) => {
    const row = toInvoiceRow(invoice, plans)
    return row ? [{ ...row, reversals: reversals.of(invoice) }] : []
  })
  return { invoices, has_more: shown.length > page.length }
}
