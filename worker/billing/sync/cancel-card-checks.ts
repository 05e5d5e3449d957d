import type Stripe from 'stripe'
import type { StripeCtx } from '../../system/context/context.ts'
import { expandedObject } from '../stripe/expandable.ts'
import { ignoreDefiniteRefusal } from '../stripe/stripe-problem.ts'
import { hasEnded } from '../../contract/billing/subscription-status.ts'

/**
 * Cancels the bank's open questions of trials that have ended: Stripe leaves them open, and an answer would still count
 * as a second trial (§9).
 */
export async function cancelCardChecks(ctx: StripeCtx, seen: readonly Stripe.Subscription[]): Promise<void> {
  const open = seen.filter(hasEnded).flatMap(({ pending_setup_intent }) => {
    const setup = expandedObject(pending_setup_intent)
    return setup && setup.status !== 'succeeded' && setup.status !== 'canceled' ? [setup.id] : []
  })
  if (open.length === 0) return
  const stripe = await ctx.stripe()
  await Promise.all(open.map((id) => ignoreDefiniteRefusal(stripe.setupIntents.cancel(id))))
}
