import { expect, test } from 'vitest'
import { isEligibleForTrial } from './trial-eligibility.ts'

test('a trial is offered once, and only on the free tier (§3)', () => {
  const user = { tier: 'free' as const, student: false, trial_used_at: null, eligible_trial_period: 7 }
  expect(isEligibleForTrial(user)).toBe(true)
  expect(isEligibleForTrial({ ...user, trial_used_at: 1 })).toBe(false)
  expect(isEligibleForTrial({ ...user, tier: 'intermediate_pro' })).toBe(false)
  expect(isEligibleForTrial({ ...user, eligible_trial_period: 0 })).toBe(false)
})

// §D5-31
test('a student has a price of their own and no trial, so no page promises one (§2.3)', () => {
  expect(isEligibleForTrial({ tier: 'free', student: true, trial_used_at: null, eligible_trial_period: 7 })).toBe(false)
})
