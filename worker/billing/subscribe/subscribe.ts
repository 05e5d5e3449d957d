import { requireUser } from '../../system/context/require-user.ts'
import { countTries, type RateLimitRule } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import type { Ctx, StripeCtx } from '../../system/context/context.ts'
import type { Subscribe, SubscriptionResponse } from '../../contract/billing/checkout.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { subscriptionResponse } from './subscription-response.ts'
import { abandonSubscription, findCreated, type SubscriptionWithIntent } from './create-subscription.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { alreadySubscribed, decideSubscribe } from './decide-subscribe.ts'
import { hashSubscribe, isOpenAttempt, leaseAttempt, toRefusal, refusalError } from './subscribe-attempt.ts'
import { paymentOutcome } from '../sync/payment-outcome.ts'
import { readSubscription } from './read-subscription.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { workOnAttempt } from './work-on-attempt.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import {
  ATTEMPT_LEASE,
  readAttempts,
  releaseAttempt,
  refuseAttempt,
  claimAttempt,
  type SubscribeAttempt,
  type ClaimMet,
} from '../../db/billing/subscribe-attempts.ts'

/** Limits card testing: each call tries a card. */
export const SUBSCRIBE_PER_USER: RateLimitRule = { rule: 'subscribe_user', tries: 30, window: HOUR }
const SUBSCRIBE_PER_IP: RateLimitRule = { rule: 'subscribe_ip', tries: 100, window: HOUR }

type Options = {
  /** The same for retries of one submit. Without a key, a retry is recognized only while the attempt is open. */
  key?: string | undefined
}

/**
 * POST /api/subscriptions (§7 Create subscription). The same key always gives the same subscription or the same
 * refusal. Throws `attempt_in_flight`, `attempt_changed`, `card_declined`, `price_refused`, `promo_refused`,
 * `trial_refused`, `store_billed`, `already_subscribed`, and `payment_failed` if the outcome is unknown.
 */
export async function subscribe(ctx: Ctx, input: Subscribe, options: Options = {}): Promise<SubscriptionResponse> {
  const { id: user_id } = await requireUser(ctx)
  if (options.key && options.key.length > 255) throw new AppError('malformed')
  const hash = await hashSubscribe(input)
  return withPaymentRefusals(() => subscribeOrRepeat(ctx, user_id, input, { hash, ...options }))
}

async function subscribeOrRepeat(ctx: Ctx, user_id: string, input: Subscribe, options: Options & { hash: string }) {
  const { hash } = options
  const known = await readAttempts(ctx, user_id, options.key ?? null)
  const mine = known.find((each) => (options.key ? each.idempotency_key === options.key : each.request_hash === hash))
  if (mine) return repeat(ctx, mine, hash)
  await countTries(
    ctx,
    { limit: SUBSCRIBE_PER_USER, whom: user_id },
    { limit: SUBSCRIBE_PER_IP, whom: networkOf(ctx.ip) },
  )
  for (const other of known.filter(isOpenAttempt)) await giveUp(ctx, other)
  const { customer, request, promise } = await decideSubscribe(ctx, user_id, input)
  const key = options.key ?? ctx.id('key')
  // Stored before Stripe is asked, so that after a crash it is finished, not repeated.
  const claimed = await claimAttempt(ctx, { user_id, key, hash, request, promise })
  if ('met' in claimed) throw claimRefusal(claimed)
  return subscriptionResponse(ctx, user_id, await workOnAttempt(ctx, claimed.attempt, customer, false))
}

/** Another call was faster. */
function claimRefusal({ met, cause }: ClaimMet): AppError {
  switch (met) {
    case 'plan':
      return alreadySubscribed()
    case 'open_attempt':
      return new AppError('attempt_in_flight', { cause })
    case 'trial_card':
      return new AppError('trial_refused', { attribute: 'trial', cause })
    default:
      return met satisfies never
  }
}

async function repeat(ctx: Ctx, attempt: SubscribeAttempt, hash: string): Promise<SubscriptionResponse> {
  if (attempt.request_hash !== hash) throw new AppError('attempt_changed')
  const { user_id, state, stripe_subscription_id } = attempt
  if (state === 'refused') throw refusalError(attempt)
  if (state !== 'claimed' && stripe_subscription_id) return readSubscription(ctx, stripe_subscription_id)
  const leased = await leaseAttempt(ctx, attempt, 'try')
  const customer = await findOrCreateCustomer(ctx, user_id)
  return subscriptionResponse(ctx, user_id, await workOnAttempt(ctx, leased, customer, true))
}

/**
 * Ends an earlier attempt that a new one replaces: the buyer left at 3-D Secure, or the response was lost. Throws
 * `attempt_in_flight` while a request or the bank works on it, `already_subscribed` if it succeeded.
 */
async function giveUp(ctx: Ctx, attempt: SubscribeAttempt): Promise<void> {
  const leased = await leaseAttempt(ctx, attempt, 'look')
  try {
    const customer = await findOrCreateCustomer(ctx, attempt.user_id)
    const stripe = await ctx.stripe()
    const made = await findCreated(stripe, leased, customer)
    // Stripe may still be working on a request that got no response.
    if (!made && ctx.now() < attempt.updated_at + ATTEMPT_LEASE) throw new AppError('attempt_in_flight')
    const left = made && (await abandonOpen(ctx, made))
    const kind = left ? paymentOutcome(left.subscription, left.intent).kind : 'over'
    if (kind === 'over') await refuseAttempt(ctx, leased, toRefusal(new AppError('payment_failed')))
    if (left) await syncCustomer(ctx, customer)
    if (kind === 'live') throw alreadySubscribed()
    if (kind !== 'over') throw new AppError('attempt_in_flight')
  } finally {
    await releaseAttempt(ctx, leased)
  }
}

async function abandonOpen(ctx: StripeCtx, made: SubscriptionWithIntent): Promise<SubscriptionWithIntent> {
  const { kind } = paymentOutcome(made.subscription, made.intent)
  return kind === 'awaiting' || kind === 'declined' ? abandonSubscription(await ctx.stripe(), made) : made
}
