import type Stripe from 'stripe'
import type { DownloadSection, Payer } from '../../system/context/account-parts.ts'
import type { SettingsCtx, StripeCtx } from '../../system/context/context.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'

const INVOICES_AT_ONCE = 100

/** One invoice of a user's download. Amounts in cents of the currency, times in ms. */
type ExportedInvoice = {
  number: string | null
  created_at: number
  status: string | null
  currency: string
  total: number
  amount_paid: number
  lines: { description: string | null; amount: number }[]
}

/** A user's invoices, the newest first, but for drafts. None where nothing is sold. */
export function invoiceSection(ctx: StripeCtx & SettingsCtx, { stripe_customer_id: customer }: Payer): DownloadSection {
  return {
    name: 'invoices',
    read: async (after) =>
      customer && ctx.settings.STRIPE_SECRET_KEY ? exportInvoices(ctx, customer, after) : { rows: [], next: null },
  }
}

/** A portion of them. Throws what Stripe's client throws. */
async function exportInvoices(
  ctx: StripeCtx,
  customer: string,
  starting_after: string | null,
): Promise<{ rows: ExportedInvoice[]; next: string | null }> {
  const stripe = await ctx.stripe()
  try {
    const { data, has_more } = await stripe.invoices.list({
      customer,
      limit: INVOICES_AT_ONCE,
      ...(starting_after !== null && { starting_after }),
    })
    const rows = data.filter(({ status }) => status !== 'draft').map(toExported)
    return { rows, next: has_more ? (data.at(-1)?.id ?? null) : null }
  } catch (error) {
    if (isMissingAtStripe(error)) return { rows: [], next: null }
    throw error
  }
}

function toExported({ number, created, status, currency, total, amount_paid, lines }: Stripe.Invoice): ExportedInvoice {
  return {
    number,
    created_at: created * 1000,
    status,
    currency,
    total,
    amount_paid,
    lines: lines.data.map(({ description, amount }) => ({ description, amount })),
  }
}
