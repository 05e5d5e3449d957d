import type Stripe from 'stripe'

type Phase = Stripe.SubscriptionSchedule.Phase

/** The phase that runs; null if the schedule has ended. */
export function runningPhase({ phases, current_phase }: Stripe.SubscriptionSchedule): Phase | null {
  return phases.find(({ start_date }) => start_date === current_phase?.start_date) ?? null
}

/** The phase that follows the one that runs; null if nothing more is planned. */
export function laterPhase({ phases, current_phase }: Stripe.SubscriptionSchedule): Phase | null {
  return phases.find(({ start_date }) => start_date === current_phase?.end_date) ?? null
}
