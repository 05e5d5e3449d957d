import type Stripe from 'stripe'
import type { StripeCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { ignoreDefiniteRefusal, isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { movesMoney } from '../reversals/read-reversals.ts'
import { releaseSchedule } from '../subscription-schedule/release-from-schedule.ts'
import { BY_DISPUTE } from './ended-by-dispute.ts'

/**
 * After an event about a dispute: a lost one, or a customer's second, ends at once the plan that they had when it was
 * opened. Does nothing for other events, and nothing twice. Throws what Stripe's client throws.
 */
export async function endDisputedPlan(
  ctx: StripeCtx,
  event: { id: string; type: string },
  customer: string,
): Promise<void> {
  if (!event.type.startsWith('charge.dispute.')) return
  const stripe = await ctx.stripe()
  try {
    const { object } = (await stripe.events.retrieve(event.id)).data
    // Read again, because an event may come late.
    const dispute = 'id' in object && object.id ? await stripe.disputes.retrieve(object.id) : null
    if (!dispute || !(await endsPlan(stripe, customer, dispute))) return
    for await (const subscription of stripe.subscriptions.list({ customer, limit: 100 })) {
      // A plan that began later is not what was disputed.
      if (subscription.created > dispute.created) continue
      await releaseSchedule(stripe, subscription)
      const cancellation_details = { comment: BY_DISPUTE }
      await ignoreDefiniteRefusal(stripe.subscriptions.cancel(subscription.id, { cancellation_details }))
      log('warn', 'plan_ended_by_dispute', { subscription: subscription.id, dispute: dispute.id })
    }
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
}

async function endsPlan(stripe: Stripe, customer: string, dispute: Stripe.Dispute): Promise<boolean> {
  if (dispute.status === 'lost') return true
  return movesMoney(dispute) && (await hasEarlierDispute(stripe, customer, dispute))
}

async function hasEarlierDispute(stripe: Stripe, customer: string, { id, created }: Stripe.Dispute): Promise<boolean> {
  for await (const charge of stripe.charges.list({ customer, limit: 100 })) {
    if (!charge.disputed) continue
    const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 })
    if (data.some((other) => other.id !== id && other.created <= created && movesMoney(other))) return true
  }
  return false
}
