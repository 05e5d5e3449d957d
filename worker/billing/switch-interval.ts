import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import type { Billing, BillingInterval, Switch, SwitchPreview } from '../contract/billing-settings.ts'
import { AppError } from '../http/app-error.ts'
import { asRefusal } from '../stripe/problem.ts'
import { otherPrice } from './other-price.ts'
import { loadStripePayer, type StripePayer } from './payer.ts'
import { readBilling } from './read-billing.ts'
import { syncCustomer } from './sync-customer.ts'
import { plans } from './tables.ts'

/** A price that was shown holds so long, in seconds. */
const PREVIEW_HOLDS = 30 * 60

type Wanted = StripePayer & {
  price: NonNullable<ReturnType<typeof otherPrice>>
  item: string
  /** Seconds; null where no trial runs. */
  trialEnd: number | null
  stripe: Stripe
  /** At Stripe it is switched already: an answer was lost on its way, and D1 has not heard of it. */
  done: boolean
}

/** GET /api/billing/switch_preview: what a switch costs now. Throws `conflict` where it can not be switched to. */
export async function previewSwitch(ctx: Ctx, interval: BillingInterval): Promise<SwitchPreview> {
  const payer = await loadStripePayer(ctx)
  try {
    const wanted = await want(ctx, payer, interval)
    if (wanted.done) throw new AppError('conflict')
    return await preview(wanted, Math.floor(ctx.now() / 1000))
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * POST /api/billing/switch: what was shown is charged, or nothing at all. A repetition of what has been done answers
 * the same. Throws `conflict` where the amount is another one by now, `card_declined`.
 */
export async function switchInterval(ctx: Ctx, { interval, proration_date, amount_today }: Switch): Promise<Billing> {
  const payer = await loadStripePayer(ctx)
  if (payer.held.payment_interval === interval) return readBilling(ctx)
  const age = ctx.now() / 1000 - proration_date
  if (age < 0 || age > PREVIEW_HOLDS) throw changed()
  try {
    const wanted = await want(ctx, payer, interval)
    if (!wanted.done) {
      const now = await preview(wanted, proration_date)
      if (now.amount_today !== amount_today) throw changed()
      await update(wanted, proration_date)
    }
    await syncCustomer(ctx, payer.customer)
  } catch (error) {
    throw asRefusal(error)
  }
  return readBilling(ctx)
}

function changed(): AppError {
  return new AppError('conflict', { message: 'The amount has changed. Please look at it again.' })
}

async function want(ctx: Ctx, payer: StripePayer, interval: BillingInterval): Promise<Wanted> {
  const catalogue = await ctx.db.select().from(plans).where(eq(plans.plan_id, payer.held.plan_id))
  const price = otherPrice(payer.held, catalogue)
  if (price?.interval !== interval) throw new AppError('conflict')
  const stripe = await ctx.stripe()
  const subscription = await stripe.subscriptions.retrieve(payer.subscription_id)
  const item = subscription.items.data[0]
  if (!item) throw new AppError('conflict')
  const trialEnd = subscription.status === 'trialing' ? subscription.trial_end : null
  return { ...payer, price, item: item.id, trialEnd, stripe, done: item.price.id === price.stripe_price_id }
}

/** The same words for the preview and for what it promises. */
function change({ item, price }: Wanted, proration_date: number) {
  return {
    items: [{ id: item, price: price.stripe_price_id }],
    proration_behavior: 'always_invoice' as const,
    proration_date,
  }
}

/** A trial goes on at the other price: nothing is charged before it ends, and Stripe would preview that charge. */
async function preview(wanted: Wanted, proration_date: number): Promise<SwitchPreview> {
  const { price, trialEnd } = wanted
  const { interval, amount, currency } = price
  const told = { interval, proration_date, currency, price: amount }
  if (trialEnd !== null) {
    return { ...told, credit: 0, amount_today: 0, balance: 0, next_charge_at: trialEnd * 1000 }
  }
  const { stripe, customer, subscription_id } = wanted
  const invoice = await stripe.invoices.createPreview({
    customer,
    subscription: subscription_id,
    subscription_details: change(wanted, proration_date),
  })
  const lines = invoice.lines.data
  return {
    ...told,
    credit: lines.reduce((sum, line) => sum + Math.max(0, -line.amount), 0),
    amount_today: invoice.amount_due,
    balance: Math.max(0, -invoice.total),
    next_charge_at: Math.max(...lines.map(({ period }) => period.end)) * 1000,
  }
}

/** The key is the promise: the same preview is paid for once. */
async function update(wanted: Wanted, proration_date: number): Promise<void> {
  const { stripe, subscription_id, price } = wanted
  await stripe.subscriptions.update(
    subscription_id,
    { ...change(wanted, proration_date), payment_behavior: 'error_if_incomplete' },
    { idempotencyKey: `switch-${subscription_id}-${price.stripe_price_id}-${proration_date}` },
  )
}
