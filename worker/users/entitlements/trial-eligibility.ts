import { storeOf, type BilledBy } from '../../contract/billed-by.ts'

type Trialist = { student: boolean; trial_used_at: number | null; eligible_trial_period: number }
type Subscription = { status: string; payment_type: BilledBy; card_authenticated: boolean }

/**
 * A trial is for users who never had a plan, and not for students (§2.3, §3 eligible_for_trial). Who owes something had
 * a plan. `subscriptions`: all that D1 has of the user, also ended ones and a store's.
 */
export function isEligibleForTrial(user: Trialist, subscriptions: readonly Subscription[]): boolean {
  const mayTry = !user.student && user.trial_used_at === null && user.eligible_trial_period > 0
  return mayTry && !subscriptions.some(wasPlan)
}

/** A subscription that its buyer never paid or confirmed began no plan. */
export function wasPlan({ status, payment_type, card_authenticated }: Subscription): boolean {
  if (status === 'incomplete' || status === 'incomplete_expired') return false
  if (status === 'trialing' || status === 'canceled') return card_authenticated || storeOf(payment_type) !== null
  return true
}
