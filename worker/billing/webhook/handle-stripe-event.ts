import type Stripe from 'stripe'
import type { Ctx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { expandableId } from '../stripe/expandable.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { isOwnRefund, returnFailedRefunds } from '../credit/refund-steps.ts'
import { endDisputedPlan } from '../disputes/end-disputed-plan.ts'
import { noteArchivedPrices } from '../offer/archived-prices.ts'
import { mailAboutEvent } from '../mails/mail-about-money.ts'
import { reactionTo } from './event-reactions.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { beginEvent, finishEvent, type EventRow } from '../../db/billing/stored-stripe-events.ts'
import { forgetCustomer } from '../../db/billing/stripe-customers.ts'

/**
 * Queue consumer for a Stripe event; handles it once, however often it is delivered. Parks an event that concerns
 * nobody here, with the reason. Throws on failure, so that the queue retries.
 */
export async function handleStripeEvent(ctx: Ctx, id: string): Promise<void> {
  const event = await beginEvent(ctx, id)
  if (!event || event.processed_at !== null) return
  const parked = await react(ctx, event)
  if (parked) log('warn', 'event_parked', { stripe_event: id, type: event.type, parked })
  await finishEvent(ctx, id, parked)
}

/** Why the event was parked, or null. */
async function react(ctx: Ctx, event: EventRow): Promise<string | null> {
  const reaction = reactionTo(event.type)
  if (!reaction) return 'unknown_type'
  if (reaction === 'nothing') return null
  if (reaction === 'prices') {
    await noteArchivedPrices(ctx)
    return null
  }
  if (reaction === 'alert' && !(await isOwnRefund(ctx, event)))
    log('error', 'stripe_alert', { stripe_event: event.id, type: event.type })
  const customer = event.customer ?? (await customerBehind(await ctx.stripe(), event.id))
  if (!customer) return 'no_customer'
  await endDisputedPlan(ctx, event, customer)
  const { kind } = await syncCustomer(ctx, customer)
  if (event.type === 'refund.failed') await returnFailedRefunds(ctx, customer)
  if (kind !== 'unknown') await mailAboutEvent(ctx, event, customer)
  if (event.type === 'customer.deleted') await forgetCustomer(ctx, customer)
  // A deleted account is gone before Stripe says that its customer is.
  return kind === 'unknown' && event.type !== 'customer.deleted' ? 'unknown_customer' : null
}

/** A dispute or warning names a charge, and the charge names the customer. */
async function customerBehind(stripe: Stripe, id: string): Promise<string | null> {
  try {
    // The types promise an object; an event that was parked for lack of one says otherwise.
    const data: { object?: object | null } | null = (await stripe.events.retrieve(id)).data
    const object = data?.object
    const charge = object && 'charge' in object ? chargeId(object.charge) : null
    return charge ? expandableId((await stripe.charges.retrieve(charge)).customer) : null
  } catch (error) {
    if (isMissingAtStripe(error)) return null
    throw error
  }
}

function chargeId(charge: unknown): string | null {
  if (typeof charge === 'string') return charge
  const id: unknown = typeof charge === 'object' && charge !== null ? Reflect.get(charge, 'id') : null
  return typeof id === 'string' ? id : null
}
