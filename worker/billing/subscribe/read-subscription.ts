import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx, StripeCtx } from '../../system/context/context.ts'
import type { SubscriptionResponse } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { expandableId } from '../stripe/expandable.ts'
import { toPaymentRefusal, isMissingAtStripe, withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { subscriptionResponse } from './subscription-response.ts'
import { readWithIntent, type SubscriptionWithIntent } from './create-subscription.ts'
import { isOpenAttempt } from './subscribe-attempt.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { closeAttempt } from './work-on-attempt.ts'
import { readAttemptBehind, type SubscribeAttempt } from '../../db/billing/subscribe-attempts.ts'

/**
 * GET /api/subscriptions/{id} (§7 Re-read subscription): reads the subscription from Stripe, syncs D1 and closes the
 * attempt. Throws `not_found` for another user's, `card_declined` if the payment was declined since.
 */
export async function readSubscription(ctx: Ctx, id: string): Promise<SubscriptionResponse> {
  const user = await requireUser(ctx)
  if (!/^sub_\w{1,200}$/.test(id)) throw new AppError('not_found')
  const { customer, attempt } = await readAttemptBehind(ctx, { user_id: user.id, stripe_subscription_id: id })
  if (!customer) throw new AppError('not_found')
  const found = await read(ctx, id, customer)
  return subscriptionResponse(ctx, user.id, await bring(ctx, found, customer, attempt))
}

async function read(ctx: StripeCtx, id: string, customer: string): Promise<SubscriptionWithIntent> {
  const stripe = await ctx.stripe()
  const found = await readWithIntent(stripe, id).catch((error: unknown) => {
    throw isMissingAtStripe(error) ? new AppError('not_found') : toPaymentRefusal(error)
  })
  if (expandableId(found.subscription.customer) !== customer) throw new AppError('not_found')
  return found
}

async function bring(
  ctx: Ctx,
  found: SubscriptionWithIntent,
  customer: string,
  attempt: SubscribeAttempt | null,
): Promise<SubscriptionWithIntent> {
  return withPaymentRefusals(async () => {
    if (attempt && isOpenAttempt(attempt)) return closeAttempt(ctx, attempt, customer, found)
    await syncCustomer(ctx, customer)
    return found
  })
}
