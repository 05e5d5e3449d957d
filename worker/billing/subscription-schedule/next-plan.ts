import type Stripe from 'stripe'
import { expandableId, expandedObject } from '../../stripe/expandable.ts'
import { laterPhase } from './later-phase.ts'
import type { prices, subscriptions } from '../../db/schema/billing.ts'

type Catalogue = readonly (typeof prices.$inferSelect)[]
type NextPlan = Pick<
  typeof subscriptions.$inferSelect,
  'stripe_schedule_id' | 'next_plan' | 'next_plan_price' | 'next_plan_at'
>

const NONE = { next_plan: null, next_plan_price: null, next_plan_at: null }

/** The plan that the subscription's schedule changes to, if it is another one of ours. Needs `schedule` expanded. */
export function nextPlan({ schedule: given }: Stripe.Subscription, plan_id: string, catalogue: Catalogue): NextPlan {
  const schedule = expandedObject(given)
  const stripe_schedule_id = expandableId(given)
  const later = schedule?.status === 'active' ? laterPhase(schedule) : null
  const price = expandableId(later?.items[0]?.price)
  const plan = catalogue.find((each) => price !== null && each.stripe_price_id === price)
  if (!later || !plan || plan.plan_id === plan_id) return { stripe_schedule_id, ...NONE }
  return {
    stripe_schedule_id,
    next_plan: plan.plan_id,
    next_plan_price: plan.amount,
    next_plan_at: later.start_date * 1000,
  }
}
