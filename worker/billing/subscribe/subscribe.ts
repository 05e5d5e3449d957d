import { requireUser } from '../../session/actor.ts'
import { countTries, networkOf, type Limit } from '../../rate-limit/rate-limit.ts'
import type { Ctx } from '../../context/context.ts'
import type { Subscribe, SubscriptionResponse } from '../../contract/billing/checkout.ts'
import { AppError } from '../../errors/app-error.ts'
import { orRefusal } from '../../stripe/stripe-problem.ts'
import { answer } from './subscription-response.ts'
import { abandon, findMade, type Whole } from './create-subscription.ts'
import { claimOperation } from './claim-attempt.ts'
import { customerOf } from '../customer/stripe-customer.ts'
import { alreadySubscribed, decideRequest } from './decide-subscribe.ts'
import {
  hashOf,
  isOpen,
  LEASE,
  lease,
  operationsOf,
  refusalOf,
  refuse,
  release,
  toError,
  type Operation,
} from './subscribe-attempt.ts'
import { outcomeOf } from '../sync/payment-outcome.ts'
import { readSubscription } from './read-subscription.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { workOnOperation } from './work-on-attempt.ts'

const HOUR = 3_600_000
/** Each is a try at a card: a shop without a limit is where stolen ones are tried out. */
export const SUBSCRIBE_PER_USER: Limit = { rule: 'subscribe_user', tries: 30, window: HOUR }
export const SUBSCRIBE_PER_IP: Limit = { rule: 'subscribe_ip', tries: 100, window: HOUR }

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
  const hash = await hashOf(input)
  return orRefusal(() => attempt(ctx, user_id, input, { hash, ...options }))
}

async function attempt(ctx: Ctx, user_id: string, input: Subscribe, options: Options & { hash: string }) {
  const { hash } = options
  const known = await operationsOf(ctx, user_id, options.key ?? null)
  const mine = known.find((each) => (options.key ? each.idempotency_key === options.key : each.request_hash === hash))
  if (mine) return repeat(ctx, mine, hash)
  await countTries(
    ctx,
    { limit: SUBSCRIBE_PER_USER, whom: user_id },
    { limit: SUBSCRIBE_PER_IP, whom: networkOf(ctx.ip) },
  )
  for (const other of known.filter(isOpen)) await giveUp(ctx, other)
  const { customer, request } = await decideRequest(ctx, user_id, input)
  const key = options.key ?? ctx.id('key')
  const operation = await claimOperation(ctx, { user_id, key, hash, request })
  return answer(ctx, user_id, await workOnOperation(ctx, operation, customer, false))
}

async function repeat(ctx: Ctx, operation: Operation, hash: string): Promise<SubscriptionResponse> {
  if (operation.request_hash !== hash) throw new AppError('attempt_changed')
  const { user_id, state, stripe_subscription_id } = operation
  if (state === 'refused') throw toError(operation)
  if (state !== 'claimed' && stripe_subscription_id) return readSubscription(ctx, stripe_subscription_id)
  const leased = await lease(ctx, operation, 'try')
  const customer = await customerOf(ctx, user_id)
  return answer(ctx, user_id, await workOnOperation(ctx, leased, customer, true))
}

/**
 * Ends an earlier attempt that another one is to take the place of: its buyer turned back at the bank's question, or
 * its answer never came. Throws `attempt_in_flight` while somebody works on it or the bank does, `already_subscribed`
 * where it has gone through.
 */
async function giveUp(ctx: Ctx, operation: Operation): Promise<void> {
  const leased = await lease(ctx, operation, 'look')
  try {
    const customer = await customerOf(ctx, operation.user_id)
    const stripe = await ctx.stripe()
    const made = await findMade(stripe, leased, customer)
    // Stripe may still be at what we had no answer to: not there yet is not the same as never.
    if (!made && ctx.now() < operation.updated_at + LEASE) throw new AppError('attempt_in_flight')
    const left = made && (await abandonOpen(ctx, made))
    const kind = left ? outcomeOf(left.subscription, left.intent).kind : 'over'
    if (kind === 'over') await refuse(ctx, leased, refusalOf(new AppError('payment_failed')))
    if (left) await syncCustomer(ctx, customer)
    if (kind === 'live') throw alreadySubscribed()
    if (kind !== 'over') throw new AppError('attempt_in_flight')
  } finally {
    await release(ctx, leased).catch(() => {})
  }
}

async function abandonOpen(ctx: Ctx, made: Whole): Promise<Whole> {
  const { kind } = outcomeOf(made.subscription, made.intent)
  return kind === 'awaiting' || kind === 'declined' ? abandon(await ctx.stripe(), made) : made
}
