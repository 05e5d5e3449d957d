import type Stripe from 'stripe'
import type { Payer, PlanDeletion } from '../../system/context/account-parts.ts'
import type { Ctx, StripeCtx } from '../../system/context/context.ts'
import { isPaid } from '../customer/billing-customer.ts'
import { unusedYear } from '../credit/unused-year.ts'
import { reviewCredit } from '../credit/refund-credit.ts'
import { bookAgain } from '../booked-change/book-again.ts'
import { REFUND_OF } from '../reversals/read-reversals.ts'
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { expandableId } from '../stripe/expandable.ts'
import { makeOnce } from '../stripe/make-once.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'
import { hasOpenReview, readWaitingReviewsOf, readRefundsMadeSince } from '../../db/billing/credit-refunds.ts'
import { hasOpenMail, noteMoneyMails } from '../../db/billing/noted-money-mails.ts'

/**
 * Sets the plan to end with its period, so that nothing is charged meanwhile; one that is not paid ends at once, as in
 * cancel-plan.ts. Repeating it changes nothing.
 */
export async function setPlanToEnd(
  ctx: Ctx,
  { stripe_customer_id }: Payer,
  { ends_subscription: subscription }: PlanDeletion,
): Promise<void> {
  if (!stripe_customer_id || !subscription) return
  await changePlan(ctx, stripe_customer_id, subscription, async (stripe, found) => {
    await releaseSchedule(stripe, found)
    if (isPaid(found)) await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    else await stripe.subscriptions.cancel(subscription)
  })
}

/** Takes that back, also that it released a booked plan. A plan that has ended meanwhile stays ended. */
export async function letPlanRenew(
  ctx: Ctx,
  { stripe_customer_id }: Payer,
  { ends_subscription: subscription, booked_schedule }: PlanDeletion,
): Promise<void> {
  if (!stripe_customer_id || !subscription) return
  await changePlan(ctx, stripe_customer_id, subscription, async (stripe, found) => {
    if (found.cancel_at_period_end) await stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
    if (booked_schedule) await bookAgain(ctx, stripe, subscription, booked_schedule)
  })
}

async function changePlan(
  ctx: Ctx,
  customer: string,
  id: string,
  change: (stripe: Stripe, found: Stripe.Subscription) => Promise<void>,
): Promise<void> {
  const stripe = await ctx.stripe()
  try {
    const found = await stripe.subscriptions.retrieve(id)
    if (!hasEnded(found)) await change(stripe, found)
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
  await syncCustomer(ctx, customer)
}

/**
 * Ends what Stripe bills, now and without a further charge, refunds what of a year was unused on the day that was told,
 * and deletes the customer (/terms). Each step looks first at what is done, so it can be repeated after a crash at any
 * point. Returns false while a refund or a mail about money is still under way; `lastTry` waits for no mail. `due_at`:
 * ms. Throws what Stripe's client throws.
 */
export async function endBilling(
  ctx: Ctx,
  payer: Payer,
  { lastTry, due_at }: { lastTry: boolean; due_at: number },
): Promise<boolean> {
  const { id, stripe_customer_id: customer } = payer
  if (!customer) return true
  const stripe = await ctx.stripe()
  if (await isGone(stripe, customer)) return true
  const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  for (const found of await all.autoPagingToArray({ limit: 1000 })) {
    if (hasEnded(found)) continue
    await releaseSchedule(stripe, found)
    await creditUnusedYear(ctx, found, due_at)
    await stripe.subscriptions.cancel(found.id)
  }
  await syncCustomer(ctx, customer)
  for (const review of await readWaitingReviewsOf(ctx, id)) await reviewCredit(ctx, review)
  if (await hasOpenReview(ctx, customer)) return false
  await noteRefunds(ctx, { id, customer }, due_at)
  if (!lastTry && (await hasOpenMail(ctx, id))) return false
  await stripe.customers.del(customer)
  return true
}

async function isGone(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted === true
  } catch (error) {
    if (isMissingAtStripe(error)) return true
    throw error
  }
}

/** Unused time becomes credit before the plan ends, so that the review of the ended plan finds and refunds it. */
async function creditUnusedYear(ctx: StripeCtx, found: Stripe.Subscription, due_at: number): Promise<void> {
  const stripe = await ctx.stripe()
  const customer = expandableId(found.customer)
  await makeOnce({
    key: `unused_year:${found.id}`,
    // Also after the first try, because credit that it made changes what is unused.
    age: Infinity,
    find: async () => {
      const all = stripe.customers.listBalanceTransactions(customer, { limit: 100 })
      return (await all.autoPagingToArray({ limit: 1000 })).find(({ metadata }) => metadata?.[REFUND_OF] === found.id)
    },
    make: async (options) => {
      const amount = await unusedYear(stripe, found, due_at)
      if (amount === 0) return null
      const description = 'Unused time of a year'
      const metadata = { [REFUND_OF]: found.id }
      const credit = { amount: -amount, currency: found.currency, description, metadata }
      return stripe.customers.createBalanceTransaction(customer, credit, options)
    },
  })
}

/** Stripe's event may come when the customer is gone, and nobody would be told. `due_at`: ms. */
async function noteRefunds(ctx: Ctx, { id, customer }: { id: string; customer: string }, due_at: number) {
  const made = await readRefundsMadeSince(ctx, id, due_at)
  await noteMoneyMails(
    ctx,
    made.map((subject) => ({ customer, kind: 'refunded', subscription: '', subject })),
  )
}
