import { requireUser } from '../../session/actor.ts'
import { countTries, networkOf, type RateLimitRule } from '../../rate-limit/rate-limit.ts'
import type { Ctx } from '../../context/context.ts'
import type { Subscribe, SubscriptionResponse } from '../../contract/billing/checkout.ts'
import { AppError } from '../../errors/app-error.ts'
import { orPaymentRefusal } from '../../stripe/stripe-problem.ts'
import { subscriptionResponse } from './subscription-response.ts'
import { abandonSubscription, findCreated, type SubscriptionWithIntent } from './create-subscription.ts'
import { claimAttempt } from './claim-attempt.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { alreadySubscribed, decideSubscribe } from './decide-subscribe.ts'
import {
  hashSubscribe,
  isOpenAttempt,
  LEASE,
  leaseAttempt,
  attemptsOf,
  toRefusal,
  refuseAttempt,
  releaseAttempt,
  refusalError,
  type SubscribeAttempt,
} from './subscribe-attempt.ts'
import { paymentOutcome } from '../sync/payment-outcome.ts'
import { readSubscription } from './read-subscription.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { workOnAttempt } from './work-on-attempt.ts'

const HOUR = 3_600_000
/** Each is a try at a card: a shop without a limit is where stolen ones are tried out. */
export const SUBSCRIBE_PER_USER: RateLimitRule = { rule: 'subscribe_user', tries: 30, window: HOUR }
export const SUBSCRIBE_PER_IP: RateLimitRule = { rule: 'subscribe_ip', tries: 100, window: HOUR }

type Options = {
  /** One for each submit and the same for its repetitions; without it a repetition is known while it is open. */
  key?: string | undefined
}

/**
 * POST /api/subscriptions (§7 Create subscription). The same key gives the same subscription or the same refusal, however
 * often it comes. Throws `attempt_in_flight`, `attempt_changed`, `card_declined`, `price_refused`,
 * `promo_refused`, `trial_refused`, `store_billed`, `already_subscribed`, and `payment_failed` where nobody knows.
 */
export async function subscribe(ctx: Ctx, input: Subscribe, options: Options = {}): Promise<SubscriptionResponse> {
  const { id: user_id } = await requireUser(ctx)
  if (options.key && options.key.length > 255) throw new AppError('malformed')
  const hash = await hashSubscribe(input)
  return orPaymentRefusal(() => attempt(ctx, user_id, input, { hash, ...options }))
}

async function attempt(ctx: Ctx, user_id: string, input: Subscribe, options: Options & { hash: string }) {
  const { hash } = options
  const known = await attemptsOf(ctx, user_id, options.key ?? null)
  const mine = known.find((each) => (options.key ? each.idempotency_key === options.key : each.request_hash === hash))
  if (mine) return repeat(ctx, mine, hash)
  await countTries(
    ctx,
    { limit: SUBSCRIBE_PER_USER, whom: user_id },
    { limit: SUBSCRIBE_PER_IP, whom: networkOf(ctx.ip) },
  )
  for (const other of known.filter(isOpenAttempt)) await giveUp(ctx, other)
  const { customer, request } = await decideSubscribe(ctx, user_id, input)
  const key = options.key ?? ctx.id('key')
  const operation = await claimAttempt(ctx, { user_id, key, hash, request })
  return subscriptionResponse(ctx, user_id, await workOnAttempt(ctx, operation, customer, false))
}

async function repeat(ctx: Ctx, operation: SubscribeAttempt, hash: string): Promise<SubscriptionResponse> {
  if (operation.request_hash !== hash) throw new AppError('attempt_changed')
  const { user_id, state, stripe_subscription_id } = operation
  if (state === 'refused') throw refusalError(operation)
  if (state !== 'claimed' && stripe_subscription_id) return readSubscription(ctx, stripe_subscription_id)
  const leased = await leaseAttempt(ctx, operation, 'try')
  const customer = await findOrCreateCustomer(ctx, user_id)
  return subscriptionResponse(ctx, user_id, await workOnAttempt(ctx, leased, customer, true))
}

/**
 * Ends an earlier attempt that another one is to take the place of: its buyer turned back at the bank's question, or
 * its answer never came. Throws `attempt_in_flight` while somebody works on it or the bank does, `already_subscribed`
 * where it has gone through.
 */
async function giveUp(ctx: Ctx, operation: SubscribeAttempt): Promise<void> {
  const leased = await leaseAttempt(ctx, operation, 'look')
  try {
    const customer = await findOrCreateCustomer(ctx, operation.user_id)
    const stripe = await ctx.stripe()
    const made = await findCreated(stripe, leased, customer)
    // Stripe may still be at what we had no answer to: not there yet is not the same as never.
    if (!made && ctx.now() < operation.updated_at + LEASE) throw new AppError('attempt_in_flight')
    const left = made && (await abandonOpen(ctx, made))
    const kind = left ? paymentOutcome(left.subscription, left.intent).kind : 'over'
    if (kind === 'over') await refuseAttempt(ctx, leased, toRefusal(new AppError('payment_failed')))
    if (left) await syncCustomer(ctx, customer)
    if (kind === 'live') throw alreadySubscribed()
    if (kind !== 'over') throw new AppError('attempt_in_flight')
  } finally {
    await releaseAttempt(ctx, leased).catch(() => {})
  }
}

async function abandonOpen(ctx: Ctx, made: SubscriptionWithIntent): Promise<SubscriptionWithIntent> {
  const { kind } = paymentOutcome(made.subscription, made.intent)
  return kind === 'awaiting' || kind === 'declined' ? abandonSubscription(await ctx.stripe(), made) : made
}
