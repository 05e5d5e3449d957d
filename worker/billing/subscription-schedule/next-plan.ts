import type Stripe from 'stripe'
import type { BookedChange } from '../../contract/billing/booked-change.ts'
import { PAID_TIERS } from '../../contract/tiers.ts'
import { expandableId, expandedObject } from '../stripe/expandable.ts'
import { laterPhase } from './later-phase.ts'
import type { PriceRow } from '../../db/billing/price-catalog.ts'
import type { SubscriptionRow } from '../../db/billing/user-subscriptions.ts'

type NextPlan = Pick<
  SubscriptionRow,
  'stripe_schedule_id' | 'next_plan' | 'next_interval' | 'next_plan_price' | 'next_plan_at'
>

const NONE = { next_plan: null, next_interval: null, next_plan_price: null, next_plan_at: null }

/** Reads the next plan of a subscription's schedule, if another price of our catalog. Needs `schedule` expanded. */
export function nextPlan({ schedule: given, items }: Stripe.Subscription, catalogue: readonly PriceRow[]): NextPlan {
  const schedule = expandedObject(given)
  const stripe_schedule_id = expandableId(given)
  const later = schedule?.status === 'active' ? laterPhase(schedule) : null
  const price = expandableId(later?.items[0]?.price)
  const next = catalogue.find((each) => price !== null && each.stripe_price_id === price)
  if (!later || !next || items.data[0]?.price.id === price) return { stripe_schedule_id, ...NONE }
  return {
    stripe_schedule_id,
    next_plan: next.plan_id,
    next_interval: next.interval,
    next_plan_price: next.amount,
    next_plan_at: later.start_date * 1000,
  }
}

/** The change that is booked; null if none is. A booking without an interval keeps that of the plan. */
export function bookedChange({
  next_plan,
  next_interval,
  next_plan_price: price,
  next_plan_at: at,
  payment_interval,
}: Omit<NextPlan, 'stripe_schedule_id'> & Pick<SubscriptionRow, 'payment_interval'>): BookedChange | null {
  const plan = PAID_TIERS.find((paid) => paid === next_plan)
  return plan && price !== null && at !== null ? { plan, interval: next_interval ?? payment_interval, price, at } : null
}

/** Chooses the parameters of a preview of the next charge: a booked change decides them. */
export function whatRenews(
  { next_plan, stripe_schedule_id }: Pick<SubscriptionRow, 'next_plan' | 'stripe_schedule_id'>,
  subscription: string,
): { schedule: string } | { subscription: string } {
  return next_plan !== null && stripe_schedule_id ? { schedule: stripe_schedule_id } : { subscription }
}
