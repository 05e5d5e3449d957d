import type Stripe from 'stripe'
import type { Ctx } from '../../../context/context.ts'
import { expandableId } from '../../../stripe/expandable.ts'
import { isMissingAtStripe } from '../../../stripe/stripe-problem.ts'
import { noteMoneyMails } from './note-money-mails.ts'

/** What an event may lead to. All other mails follow from snapshots and stored dates. */
const NOTED: Record<string, (ctx: Ctx, customer: string, object: string) => Promise<void>> = {
  'invoice.paid': noteReceipt,
  'invoice.payment_failed': noteFailedPayment,
  'invoice.payment_action_required': noteFailedPayment,
  'charge.refunded': noteRefunds,
}

/**
 * Notes the mails that an event of Stripe leads to. An event may come twice, late or out of order, so its object is
 * read again. Throws what Stripe's client throws; the queue then brings the event again.
 */
export async function noteEventMails(ctx: Ctx, event: { id: string; type: string }, customer: string): Promise<void> {
  const note = NOTED[event.type]
  if (!note) return
  const stripe = await ctx.stripe()
  try {
    const { object } = (await stripe.events.retrieve(event.id)).data
    if ('id' in object && object.id) await note(ctx, customer, object.id)
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
}

async function noteReceipt(ctx: Ctx, customer: string, id: string): Promise<void> {
  const invoice = await readInvoice(ctx, id)
  if (invoice.status !== 'paid') return
  await noteMoneyMails(ctx, [{ customer, kind: 'receipt', subscription: subscriptionOf(invoice), subject: id }])
}

/** Only of a renewal: a person who buys or upgrades sees the refusal on the page, and nothing is owed. */
async function noteFailedPayment(ctx: Ctx, customer: string, id: string): Promise<void> {
  const invoice = await readInvoice(ctx, id)
  if (invoice.status !== 'open' || invoice.billing_reason !== 'subscription_cycle') return
  await noteMoneyMails(ctx, [{ customer, kind: 'payment_failed', subscription: subscriptionOf(invoice), subject: id }])
}

/** A refund's id says all: Stripe may not know yet, or no longer, which invoice it is for. */
async function noteRefunds(ctx: Ctx, customer: string, id: string): Promise<void> {
  const stripe = await ctx.stripe()
  const { refunds } = await stripe.charges.retrieve(id, { expand: ['refunds'] })
  const made = refunds?.data ?? []
  await noteMoneyMails(
    ctx,
    made.map((refund) => ({ customer, kind: 'refunded', subscription: '', subject: refund.id })),
  )
}

async function readInvoice(ctx: Ctx, id: string): Promise<Stripe.Invoice> {
  const stripe = await ctx.stripe()
  return stripe.invoices.retrieve(id)
}

function subscriptionOf({ parent }: Stripe.Invoice): string {
  return expandableId(parent?.subscription_details?.subscription) ?? ''
}
