import { expect, test } from 'vitest'
import { isEligibleForTrial } from './trial-eligibility.ts'

test('offers a trial once, and only on Free', () => {
  const user = { tier: 'free' as const, student: false, trial_used_at: null, eligible_trial_period: 7 }
  expect(isEligibleForTrial(user)).toBe(true)
  expect(isEligibleForTrial({ ...user, trial_used_at: 1 })).toBe(false)
  expect(isEligibleForTrial({ ...user, tier: 'intermediate_pro' })).toBe(false)
  expect(isEligibleForTrial({ ...user, eligible_trial_period: 0 })).toBe(false)
})

// §D5-31
test('offers a student no trial', () => {
  expect(isEligibleForTrial({ tier: 'free', student: true, trial_used_at: null, eligible_trial_period: 7 })).toBe(false)
})
