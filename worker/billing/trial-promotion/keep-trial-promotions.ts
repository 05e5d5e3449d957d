import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { expandedObject } from '../stripe/expandable.ts'
import { attachPromotion } from './attach-promotion.ts'
import { creditDifference } from './credit-difference.ts'
import { isCheckDue } from './promise-check-due.ts'
import { readOpenPromises, updatePromise, type TrialPromotion } from '../../db/billing/promised-promotions.ts'

/**
 * Keeps what checkout promised for the payments after a trial. Runs after every sync with all of the customer's
 * subscriptions; what fails is done by the next one, or by the schedule.
 */
export async function keepTrialPromotions(ctx: Ctx, user_id: string, seen: Stripe.Subscription[]): Promise<void> {
  if (!seen.some(({ trial_start }) => trial_start !== null)) return
  const open = await readOpenPromises(ctx, user_id)
  for (const promotion of open) {
    const subscription = seen.find(({ id }) => id === promotion.subscription)
    if (!subscription) continue
    const keep = subscription.status === 'trialing' ? keepDuringTrial : keepAfterTrial
    await keep(ctx, promotion, subscription).catch((error: unknown) =>
      log('warn', 'promotion_waits', { attempt: promotion.attempt_id, message: String(error) }),
    )
  }
}

async function keepDuringTrial(ctx: Ctx, promotion: TrialPromotion, subscription: Stripe.Subscription): Promise<void> {
  if (expandedObject(subscription.latest_invoice)?.status === 'draft') return
  const stripe = await ctx.stripe()
  if (promotion.state === 'promised') await give(ctx, promotion, subscription)
  if (subscription.cancel_at_period_end || subscription.cancel_at !== null) return
  const price = subscription.items.data[0]?.price.id ?? ''
  if (!isCheckDue(promotion, { price, trial_end: subscription.trial_end }, ctx.now())) return
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id })
  await creditDifference(stripe, promotion, preview)
  await updatePromise(ctx, promotion, { checked_at: ctx.now(), checked_price: price })
}

async function give(ctx: Ctx, promotion: TrialPromotion, { id }: Stripe.Subscription): Promise<void> {
  await attachPromotion(await ctx.stripe(), promotion, id)
  await updatePromise(ctx, promotion, { state: 'given' })
}

/** Compares the first payment itself, while it is a draft or once it is paid. A failed payment waits for its end. */
async function keepAfterTrial(ctx: Ctx, promotion: TrialPromotion, subscription: Stripe.Subscription): Promise<void> {
  const stripe = await ctx.stripe()
  const isOver = subscription.status === 'canceled'
  // Given now, a coupon that applies once would lower the second payment.
  if (promotion.state === 'promised' && !promotion.coupon.once && !isOver) await give(ctx, promotion, subscription)
  const first = await firstInvoice(stripe, subscription.id)
  if (first?.status === 'draft' || first?.status === 'paid') {
    await creditDifference(stripe, promotion, first)
    return updatePromise(ctx, promotion, { state: 'kept' })
  }
  if (isOver || first?.status === 'void' || first?.status === 'uncollectible') {
    await updatePromise(ctx, promotion, { state: 'dropped' })
  }
}

/** The first invoice that bills a period; the trial's own costs nothing. */
async function firstInvoice(stripe: Stripe, subscription: string): Promise<Stripe.Invoice | undefined> {
  const all = await stripe.invoices.list({ subscription, limit: 100 }).autoPagingToArray({ limit: 1000 })
  return all.findLast(({ subtotal }) => subtotal > 0)
}
