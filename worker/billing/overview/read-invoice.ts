import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import type { BilledTo, Invoice, InvoiceLine } from '../../contract/billing/billing-overview.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId } from '../stripe/expandable.ts'
import { toPaymentRefusal, isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { creditUsedBy } from '../credit/invoice-credit.ts'
import { takesBack } from '../reversals/lost-payments.ts'
import { INVOICE_PAYMENTS, readReversals } from '../reversals/read-reversals.ts'
import { toInvoiceRow } from './invoice-row.ts'
import { loadBillingCustomer } from '../customer/billing-customer.ts'

const sum = (amounts: readonly { amount: number }[] | null) =>
  (amounts ?? []).reduce((all, { amount }) => all + amount, 0)

/** GET /api/billing/invoices/{id}. Throws `not_found` for an invoice that is unknown, a draft or another customer's. */
export async function readInvoice(ctx: Ctx, id: string): Promise<Invoice> {
  const billingCustomer = await loadBillingCustomer(ctx)
  const { actor, customer } = billingCustomer
  // Checked first, so that no typed text ends up in a Stripe URL.
  if (!customer || !/^in_\w{1,100}$/.test(id)) throw new AppError('not_found')
  const stripe = await ctx.stripe()
  const invoice = await retrieve(stripe, id)
  const row = toInvoiceRow(invoice, billingCustomer)
  if (!row || expandableId(invoice.customer) !== customer) throw new AppError('not_found')
  const reversals = await readReversals(stripe, customer, [invoice]).catch((error: unknown) => {
    throw toPaymentRefusal(error)
  })
  const taxes = invoice.total_taxes ?? []
  return {
    ...row,
    reversals: reversals.of(invoice),
    billed_to: billedTo(invoice, actor),
    lines: invoice.lines.data.map(toLine),
    subtotal: invoice.subtotal,
    discount: sum(invoice.total_discount_amounts),
    tax: sum(taxes.filter((each) => each.tax_behavior !== 'inclusive')),
    tax_included: sum(taxes.filter((each) => each.tax_behavior === 'inclusive')),
    credit: creditUsedBy(invoice),
    paid_at: invoice.status_transitions.paid_at ? invoice.status_transitions.paid_at * 1000 : null,
  }
}

function billedTo(invoice: Stripe.Invoice, { login, email }: { login: string; email: string }): BilledTo {
  const { customer_address: address, customer_tax_ids } = invoice
  return {
    name: invoice.customer_name ?? login,
    email: invoice.customer_email ?? email,
    address,
    tax_ids: (customer_tax_ids ?? []).flatMap(({ type, value }) => (value ? [{ type, value }] : [])),
  }
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.retrieve(id, { expand: [INVOICE_PAYMENTS] })
  } catch (error) {
    if (isMissingAtStripe(error)) throw new AppError('not_found', { cause: error })
    throw toPaymentRefusal(error)
  }
}

function toLine(line: Stripe.InvoiceLineItem): InvoiceLine {
  const { id, amount, period } = line
  const description = takesBack(line) ? 'Already refunded or disputed' : line.description
  return { id, description: description ?? '', amount, from: period.start * 1000, to: period.end * 1000 }
}
