import type { Tier } from '../contract/tiers.ts'

type TrialFacts = { tier: Tier; student: boolean; trial_used_at: number | null; eligible_trial_period: number }

/** A trial is for users on the free tier who have not had one, and not for students (§2.3, §3 eligible_for_trial). */
export function isEligibleForTrial(user: TrialFacts): boolean {
  return user.tier === 'free' && !user.student && user.trial_used_at === null && user.eligible_trial_period > 0
}
