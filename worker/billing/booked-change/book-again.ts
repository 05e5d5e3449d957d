import type Stripe from 'stripe'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { definiteRefusal } from '../stripe/stripe-problem.ts'
import { log } from '../../system/log/log.ts'
import { laterPhase } from '../subscription-schedule/later-phase.ts'
import { scheduleChange } from './schedule-change.ts'
import { readPriceAtStripe } from '../../db/billing/price-catalog.ts'

/**
 * Books what a schedule had planned for this subscription before it was released, if the day is still to come and
 * nothing else is booked. A booking that Stripe refuses for good is logged: the plan then goes on as it is. Throws what
 * Stripe's client throws otherwise.
 */
export async function bookAgain(ctx: Ctx, stripe: Stripe, subscription_id: string, schedule_id: string): Promise<void> {
  try {
    const change = await loadBooking(ctx, stripe, subscription_id, schedule_id)
    if (change) await scheduleChange(ctx, change)
  } catch (error) {
    if (!definiteRefusal(error)) throw error
    log('error', 'change_not_booked_again', { subscription: subscription_id, message: String(error) })
  }
}

/** Loads the change to book; null if there is nothing to do. A released schedule keeps its phases. */
async function loadBooking(ctx: DbCtx, stripe: Stripe, subscription_id: string, schedule_id: string) {
  const { phases } = await stripe.subscriptionSchedules.retrieve(schedule_id)
  const expand = ['schedule', 'discounts']
  const subscription = await stripe.subscriptions.retrieve(subscription_id, { expand })
  const [item] = subscription.items.data
  const planned = phases.find(({ start_date }) => start_date === item?.current_period_end)
  const attached = expandedObject(subscription.schedule)
  if (!item || !planned || (attached && laterPhase(attached))) return null
  const price = await priceAtStripe(ctx, expandableId(planned.items[0]?.price))
  return price && { stripe, subscription, item, price, at: planned.start_date * 1000 }
}

async function priceAtStripe(ctx: DbCtx, stripe_price_id: string | null) {
  const price = stripe_price_id === null ? null : await readPriceAtStripe(ctx, stripe_price_id)
  return price && stripe_price_id !== null ? { ...price, stripe_price_id } : null
}
