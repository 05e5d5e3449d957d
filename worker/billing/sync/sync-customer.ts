import type Stripe from 'stripe'
import { pauseOverQuota } from '../quota/pause-over-quota.ts'
import type { Ctx, StripeCtx } from '../../system/context/context.ts'
import { storeOf } from '../../contract/billed-by.ts'
import { log } from '../../system/log/log.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { ignoreDefiniteRefusal, isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { subscriptionFromStripe, pickLiveSubscription } from './subscription-from-stripe.ts'
import { tendSchedules } from '../subscription-schedule/tend-schedules.ts'
import { voidLapsedInvoices } from '../lapsed-invoices/void-lapsed-invoices.ts'
import { cardExpiresAt, payingCard } from './paying-card.ts'
import { keepTrialPromotions } from '../trial-promotion/keep-trial-promotions.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'
import { beginSync, writeSnapshot, type CustomerSnapshot } from '../../db/billing/customer-snapshots.ts'
import { markPaymentTold, type StripeSubscriptionRow } from '../../db/billing/user-subscriptions.ts'
import { effectiveStatus, attemptBehind, hadTrial } from './payment-outcome.ts'
import { queueCreditReviews } from '../credit/refund-credit.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'

/**
 * `written`: D1 matches Stripe, and `changed` tells whether it did not before. `outdated`: a sync that began later has
 * written already. `unknown`: no user has this customer.
 */
type SyncResult = { kind: 'written'; user_id: string; changed: boolean } | { kind: 'outdated' | 'unknown' }

/** Subscriptions per page; each declined attempt leaves one behind. */
const PAGE_SIZE = 100

/**
 * Makes D1 match Stripe for a customer. Order and repetition do not matter: everything is read again, and when
 * two syncs overlap, the later one wins.
 */
export async function syncCustomer(ctx: Ctx, customer: string): Promise<SyncResult> {
  const begun = await beginSync(ctx, customer)
  if (!begun) return { kind: 'unknown' }
  const storeBilled = begun.held.some((row) => storeOf(row.payment_type) && !hasEnded(row))
  const stripe = await ctx.stripe()
  const found = await readSubscriptions(stripe, customer)
  const told = found.flatMap((subscription) => {
    const facts = subscriptionFromStripe(subscription, begun.catalogue)
    if (!facts) log('warn', 'unknown_product', { subscription: subscription.id })
    return facts ? [{ subscription, facts }] : []
  })
  const live = storeBilled
    ? undefined
    : pickLiveSubscription(
        told.map(({ subscription, facts }) => ({
          facts,
          subscription,
          status: effectiveStatus(subscription),
          created: subscription.created,
        })),
      )
  warnOfDoubles(
    begun.user_id,
    told.map(({ facts }) => facts),
    storeBilled,
  )
  const { user_id, ticket } = begun
  const snapshot = {
    user_id,
    ticket,
    live: live ? await withCard(stripe, live) : null,
    ended: told.map(({ facts }) => facts).filter(hasEnded),
    seen: found.map(({ id }) => id),
    trial_used_at: firstTrial(found),
    attempts: found.flatMap(attemptBehind),
    review: reviewToOpen(found),
  }
  const written = await writeSnapshot(ctx, snapshot)
  if (written === 'outdated') return { kind: written }
  await afterSync(ctx, snapshot, found)
  return { kind: 'written', user_id, changed: written === 'changed' }
}

async function withCard(
  stripe: Stripe,
  { facts, subscription }: { facts: StripeSubscriptionRow; subscription: Stripe.Subscription },
): Promise<StripeSubscriptionRow> {
  const card = await payingCard(stripe, subscription)
  return { ...facts, card_expires_at: card && cardExpiresAt(card) }
}

/** When the first trial began, in ms; null without one. */
function firstTrial(seen: readonly Stripe.Subscription[]): number | null {
  const begun = seen.filter(hadTrial).map(({ trial_start }) => (trial_start ?? 0) * 1000)
  return begun.length > 0 ? Math.min(...begun) : null
}

/** The review to open once a customer's last subscription has ended; null while one is live. */
function reviewToOpen(seen: readonly Stripe.Subscription[]): { id: string; customer: string } | null {
  const [last] = seen.toSorted((a, b) => endOf(b) - endOf(a))
  if (!last || !seen.every(hasEnded)) return null
  return { id: last.id, customer: expandableId(last.customer) }
}

/** An attempt that was never paid may have no end, and began after every plan had ended. */
function endOf({ ended_at, canceled_at, created }: Stripe.Subscription): number {
  return ended_at ?? canceled_at ?? created
}

/** Runs after every sync, so that the next one makes up for a crash. */
async function afterSync(
  ctx: Ctx,
  { user_id, live }: Pick<CustomerSnapshot, 'user_id' | 'live'>,
  seen: Stripe.Subscription[],
): Promise<void> {
  await cancelCardChecks(ctx, seen)
  await voidLapsedInvoices(await ctx.stripe(), seen)
  await pauseOverQuota(ctx, user_id)
  ctx.accountParts.runner.deferSync(ctx, user_id)
  if (live) await recordPayment(ctx, live.stripe_subscription_id)
  else await queueCreditReviews(ctx, user_id)
  await keepTrialPromotions(ctx, user_id, seen)
  await tendSchedules(ctx, seen)
}

/**
 * Cancels the bank's open questions of trials that have ended: Stripe leaves them open, and an answer would still count
 * as a second trial (§9).
 */
async function cancelCardChecks(ctx: StripeCtx, seen: readonly Stripe.Subscription[]): Promise<void> {
  const open = seen.filter(hasEnded).flatMap(({ pending_setup_intent }) => {
    const setup = expandedObject(pending_setup_intent)
    return setup && setup.status !== 'succeeded' && setup.status !== 'canceled' ? [setup.id] : []
  })
  if (open.length === 0) return
  const stripe = await ctx.stripe()
  await Promise.all(open.map((id) => ignoreDefiniteRefusal(stripe.setupIntents.cancel(id))))
}

/**
 * Sends the payment-complete analytics event (§4.1) once per subscription, however many webhooks, responses and
 * reconciliations see it paid. Call it after each sync. The event holds no personal data.
 */
export async function recordPayment(ctx: Ctx, stripe_subscription_id: string): Promise<void> {
  const paid = await markPaymentTold(ctx, stripe_subscription_id)
  if (!paid) return
  const { plan_id, payment_interval, currency, price_in_cents } = paid
  const words = { plan: plan_id, interval: payment_interval, status: paid.status, currency }
  recordMetric(ctx, 'payment_complete', words, price_in_cents)
  log('info', 'payment_complete', { plan_id, payment_interval, status: paid.status, currency, price_in_cents })
}

/** All subscriptions, ended ones included; none if the customer was deleted at Stripe. */
async function readSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = ['data.latest_invoice', 'data.pending_setup_intent', 'data.schedule', 'data.default_payment_method']
  try {
    return await stripe.subscriptions
      .list({ customer, status: 'all', limit: PAGE_SIZE, expand })
      .autoPagingToArray({ limit: 1000 })
  } catch (error) {
    if (isMissingAtStripe(error)) return []
    throw error
  }
}

/** Should never happen; only an operator can tell which of two payments is wrong. */
function warnOfDoubles(user_id: string, told: readonly StripeSubscriptionRow[], storeBilled: boolean): void {
  const paid = told.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status)).length
  if (paid + Number(storeBilled) > 1) log('error', 'two_subscriptions', { user_id, paid, store_billed: storeBilled })
}
