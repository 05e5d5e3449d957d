import type Stripe from 'stripe'
import type { Ctx, StripeCtx } from '../../../system/context/context.ts'
import { isLasting, toPromotion } from '../../promotions/next-promotions.ts'
import { expandableId } from '../../stripe/expandable.ts'
import { isMissingAtStripe } from '../../stripe/stripe-problem.ts'
import { noteMoneyMails } from '../../../db/billing/noted-money-mails.ts'
import { readLiveAtStripe } from '../../../db/billing/user-subscriptions.ts'

/** The mails that an event may lead to. All other mails follow from snapshots and stored dates. */
const NOTED: Record<string, (ctx: Ctx, customer: string, object: string) => Promise<void>> = {
  'invoice.paid': noteReceipt,
  'invoice.payment_failed': noteFailedPayment,
  'invoice.payment_action_required': noteFailedPayment,
  'charge.refunded': noteRefunds,
}
/** A discount that is gone can only be read from its event. */
const DISCOUNT_LOST = 'customer.discount.deleted'

/**
 * Notes the mails that an event of Stripe leads to. An event may come twice, late or out of order, so its object is
 * read again. Throws what Stripe's client throws; the queue then brings the event again.
 */
export async function noteEventMails(ctx: Ctx, event: { id: string; type: string }, customer: string): Promise<void> {
  const note = NOTED[event.type]
  if (!note && event.type !== DISCOUNT_LOST) return
  const stripe = await ctx.stripe()
  try {
    const { type, data } = await stripe.events.retrieve(event.id)
    if (type === DISCOUNT_LOST) await noteLostPromotion(ctx, customer, data.object)
    else if (note && 'id' in data.object && data.object.id) await note(ctx, customer, data.object.id)
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
}

async function noteReceipt(ctx: Ctx, customer: string, id: string): Promise<void> {
  const invoice = await readInvoice(ctx, id)
  if (invoice.status !== 'paid') return
  await noteMoneyMails(ctx, [{ customer, kind: 'receipt', subscription: subscriptionOf(invoice), subject: id }])
}

/** Only of a plan. A declined purchase owes nothing, so its mail is dropped when it is written. */
async function noteFailedPayment(ctx: Ctx, customer: string, id: string): Promise<void> {
  const invoice = await readInvoice(ctx, id)
  const subscription = subscriptionOf(invoice)
  if (invoice.status !== 'open' || !subscription) return
  await noteMoneyMails(ctx, [{ customer, kind: 'payment_failed', subscription, subject: id }])
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

/** Only of one that would have lowered a payment: a used code goes by itself, and so does one whose time is over. */
async function noteLostPromotion(ctx: Ctx, customer: string, discount: Stripe.Discount): Promise<void> {
  const stripe = await ctx.stripe()
  const [coupon_id, code_id] = [expandableId(discount.source.coupon), expandableId(discount.promotion_code)]
  const [coupon, promotion_code, live] = await Promise.all([
    coupon_id ? stripe.coupons.retrieve(coupon_id) : null,
    code_id ? stripe.promotionCodes.retrieve(code_id) : null,
    readLiveAtStripe(ctx, customer),
  ])
  const { id, subscription } = discount
  if (!coupon || !live || (subscription !== null && subscription !== live)) return
  const lost = toPromotion(discount, coupon, promotion_code?.code ?? null)
  if (lost.lasts === 'once' ? await wasUsed(stripe, customer, id) : !isLasting(lost, ctx.now())) return
  await noteMoneyMails(ctx, [{ customer, kind: 'plan_changed', subscription: live, subject: id, before: { lost } }])
}

/** Drafts of a payment count too. */
async function wasUsed(stripe: Stripe, customer: string, discount: string): Promise<boolean> {
  const { data } = await stripe.invoices.list({ customer, limit: 20 })
  return data.some((invoice) =>
    invoice.total_discount_amounts?.some((part) => expandableId(part.discount) === discount),
  )
}

async function readInvoice(ctx: StripeCtx, id: string): Promise<Stripe.Invoice> {
  const stripe = await ctx.stripe()
  return stripe.invoices.retrieve(id)
}

function subscriptionOf({ parent }: Stripe.Invoice): string {
  return expandableId(parent?.subscription_details?.subscription) ?? ''
}
