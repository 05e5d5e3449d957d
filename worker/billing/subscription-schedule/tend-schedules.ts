import type Stripe from 'stripe'
import type { ClockCtx, StripeCtx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { ignoreDefiniteRefusal } from '../stripe/stripe-problem.ts'
import { laterPhase } from './later-phase.ts'
import { releaseSchedule } from './release-from-schedule.ts'

/** A younger schedule without a later phase may still be in the hands of the call that makes it. */
const LEFT_ALONE = 5 * MINUTE

/**
 * Brings the schedules of these subscriptions in line: releases those that have nothing left to do, also one that a
 * crash left half made, and gives the others the subscription's card, which the next phase would replace.
 */
export async function tendSchedules(ctx: ClockCtx & StripeCtx, seen: readonly Stripe.Subscription[]): Promise<void> {
  for (const subscription of seen) {
    const schedule = expandedObject(subscription.schedule)
    if (schedule?.status !== 'active') continue
    if (isSpent(schedule, ctx.now())) await releaseSchedule(await ctx.stripe(), subscription)
    else await keepCard(await ctx.stripe(), subscription, schedule)
  }
}

/** `now` in ms. */
function isSpent(schedule: Stripe.SubscriptionSchedule, now: number): boolean {
  const { created, end_behavior } = schedule
  return end_behavior === 'release' && !laterPhase(schedule) && created * 1000 <= now - LEFT_ALONE
}

async function keepCard(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { id, default_settings }: Stripe.SubscriptionSchedule,
): Promise<void> {
  const card = expandableId(subscription.default_payment_method)
  if (!card || card === expandableId(default_settings.default_payment_method)) return
  await ignoreDefiniteRefusal(
    stripe.subscriptionSchedules.update(
      id,
      { default_settings: { default_payment_method: card } },
      { idempotencyKey: `card:${id}:${crypto.randomUUID()}` },
    ),
  )
}
