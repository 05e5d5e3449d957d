import type Stripe from 'stripe'
import type { ClockCtx, Ctx, DbCtx, StripeCtx } from '../../system/context/context.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { log } from '../../system/log/log.ts'
import { makeOnce } from '../stripe/make-once.ts'
import { definiteRefusal, isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { REFUND_OF } from '../reversals/read-reversals.ts'
import {
  hasRefundSince,
  moveRefund,
  readOpenRefunds,
  readSettledRefunds,
  type CreditRefund,
} from '../../db/billing/credit-refunds.ts'
import type { EventRow } from '../../db/billing/stored-stripe-events.ts'

/** The card first, then the balance: a crash in between leaves credit that was paid back, and the next caller takes it. */
export async function finishRefund(ctx: Ctx, refund: CreditRefund): Promise<void> {
  if (refund.state === 'planned' && !(await payBack(ctx, refund))) return
  await moveBalance(ctx, refund, refund.amount)
  await moveRefund(ctx, refund, 'refunded', { state: 'settled' })
}

/** Finishes what the user's refunds left open, so that a new plan cannot spend what goes to their card. */
export async function finishRefundsOf(ctx: Ctx, user_id: string): Promise<void> {
  await finishEach(ctx, await readOpenRefunds(ctx, { user_id }))
}

async function finishEach(ctx: Ctx, open: readonly CreditRefund[]): Promise<void> {
  for (const refund of open) await finishRefund(ctx, refund)
}

/** True for the event of a refund that we made: its customer got one within a day. */
export async function isOwnRefund(
  ctx: DbCtx,
  { type, customer, created_at }: Pick<EventRow, 'type' | 'customer' | 'created_at'>,
): Promise<boolean> {
  if (type !== 'charge.refunded' || !customer) return false
  return hasRefundSince(ctx, customer, created_at - DAY)
}

/** A bank may give a refund back weeks later. It is credit again then, and an operator has to decide. */
export async function returnFailedRefunds(ctx: Ctx, customer: string): Promise<void> {
  await finishEach(ctx, await readOpenRefunds(ctx, { customer }))
  const stripe = await ctx.stripe()
  for (const refund of await readSettledRefunds(ctx, customer)) {
    const { status } = await stripe.refunds.retrieve(refund.stripe_refund_id ?? '')
    if (!hasFailed(status)) continue
    await moveBalance(ctx, refund, -refund.amount)
    await moveRefund(ctx, refund, 'settled', { state: 'returned' })
    alertOperator(refund, 'returned')
  }
}

/** False if Stripe refused, so that no money moved. */
async function payBack(ctx: Ctx, refund: CreditRefund): Promise<boolean> {
  const made = await createRefund(ctx, refund)
  if (!made || hasFailed(made.status)) {
    await moveRefund(ctx, refund, 'planned', { state: 'refused', stripe_refund_id: made?.id ?? null })
    alertOperator(refund, 'refused')
    return false
  }
  await moveRefund(ctx, refund, 'planned', { state: 'refunded', stripe_refund_id: made.id })
  return true
}

/** Null if Stripe will never make it. */
async function createRefund(
  ctx: ClockCtx & StripeCtx,
  { id, charge, amount, created_at }: CreditRefund,
): Promise<Stripe.Refund | null> {
  const stripe = await ctx.stripe()
  try {
    return await makeOnce({
      key: `credit_refund:${id}`,
      age: ctx.now() - created_at,
      find: async () => {
        const made = await stripe.refunds.list({ charge, limit: 100 }).autoPagingToArray({ limit: 1000 })
        return made.find(({ metadata }) => metadata?.[REFUND_OF] === id)
      },
      make: (options) => stripe.refunds.create({ charge, amount, metadata: { [REFUND_OF]: id } }, options),
    })
  } catch (error) {
    if (definiteRefusal(error)) return null
    throw error
  }
}

/** Takes refunded credit off the balance, or gives it back; `amount` in cents, as Stripe signs it. */
async function moveBalance(ctx: ClockCtx & StripeCtx, refund: CreditRefund, amount: number): Promise<void> {
  const { id, customer, currency, updated_at } = refund
  const stripe = await ctx.stripe()
  const description = amount > 0 ? 'Unused time, refunded' : 'Unused time, whose refund failed'
  try {
    await makeOnce({
      key: `credit_refund_${amount > 0 ? 'debit' : 'return'}:${id}`,
      age: ctx.now() - updated_at,
      find: async () => {
        const all = stripe.customers.listBalanceTransactions(customer, { limit: 100 })
        const made = await all.autoPagingToArray({ limit: 1000 })
        return made.find((each) => each.metadata?.[REFUND_OF] === id && each.amount === amount)
      },
      make: (options) =>
        stripe.customers.createBalanceTransaction(
          customer,
          { amount, currency, description, metadata: { [REFUND_OF]: id } },
          options,
        ),
    })
  } catch (error) {
    // A deleted customer has no balance anymore.
    if (!isMissingAtStripe(error)) throw error
  }
}

function hasFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled'
}

function alertOperator({ id, review_id, amount, currency }: CreditRefund, why: 'refused' | 'returned'): void {
  log('error', 'credit_not_refunded', { why, credit_refund: id, review: review_id, amount, currency })
}
