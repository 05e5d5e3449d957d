import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { log } from '../../system/log/log.ts'
import { expandableId } from '../stripe/expandable.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { isOwnRefund, returnFailedRefunds } from '../credit/refund-steps.ts'
import { endDisputedPlan } from '../disputes/end-disputed-plan.ts'
import { noteArchivedPrices } from '../offer/archived-prices.ts'
import { mailAboutEvent } from '../mails/mail-about-money.ts'
import { IN_QUEUE } from './event-row.ts'
import { reactionTo } from './event-reactions.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { stripe_events } from '../../db/schema/stripe-events.ts'

type EventRow = typeof stripe_events.$inferSelect

/**
 * Queue consumer for a Stripe event; handles it once, however often it is delivered. Parks an event that concerns
 * nobody here, with the reason. Throws on failure, so that the queue retries.
 */
export async function handleStripeEvent(ctx: Ctx, id: string): Promise<void> {
  const [event] = await ctx.db
    .update(stripe_events)
    .set({
      attempts: sql`${stripe_events.attempts} + 1`,
      // Behind the others, and later and later after the tenth try.
      retry_at: sql`${ctx.now()} + ${IN_QUEUE} * max(1, ${stripe_events.attempts} - 8)`,
    })
    .where(eq(stripe_events.id, id))
    .returning()
  if (!event || event.processed_at !== null) return
  const parked = await react(ctx, event)
  if (parked) log('warn', 'event_parked', { stripe_event: id, type: event.type, parked })
  await ctx.db.update(stripe_events).set({ processed_at: ctx.now(), parked }).where(eq(stripe_events.id, id))
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
  if (event.type === 'customer.deleted') await forget(ctx, customer)
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

/** The next checkout makes a new customer. */
async function forget({ db }: DbCtx, customer: string): Promise<void> {
  await db.update(users).set({ stripe_customer_id: null }).where(eq(users.stripe_customer_id, customer))
}

/** Marks an event that the queue gave up on; from here on the schedule retries it. */
export async function giveUpOnEvent({ db }: DbCtx, id: string): Promise<void> {
  await db.update(stripe_events).set({ parked: 'gave_up' }).where(eq(stripe_events.id, id))
}
