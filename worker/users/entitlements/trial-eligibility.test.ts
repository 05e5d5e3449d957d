import { expect, test } from 'vitest'
import { isEligibleForTrial } from './entitlement-rules.ts'

const USER = { student: false, trial_used_at: null, eligible_trial_period: 7 }
const row = { status: 'active', payment_type: 'stripe', card_authenticated: true } as const

test('offers one trial, for as long as the user may try', () => {
  expect(isEligibleForTrial(USER, [])).toBe(true)
  expect(isEligibleForTrial({ ...USER, trial_used_at: 1 }, [])).toBe(false)
  expect(isEligibleForTrial({ ...USER, eligible_trial_period: 0 }, [])).toBe(false)
})

test('offers a student no trial', () => {
  expect(isEligibleForTrial({ ...USER, student: true }, [])).toBe(false)
})

test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled'] as const)(
  'offers no trial after a plan that is %s',
  (status) => {
    expect(isEligibleForTrial(USER, [{ ...row, status }])).toBe(false)
  },
)

test('a plan of a store counts as one, ended too', () => {
  const ended = { status: 'canceled', payment_type: 'google_play', card_authenticated: false } as const
  expect(isEligibleForTrial(USER, [ended])).toBe(false)
})

test.each([
  ['a first payment that waits', { status: 'incomplete' }],
  ['a first payment that never came', { status: 'incomplete_expired' }],
  ['a trial that the bank has yet to confirm', { status: 'trialing', card_authenticated: false }],
  ['a trial that was never confirmed', { status: 'canceled', card_authenticated: false }],
] as const)('%s was no plan', (_, given) => {
  expect(isEligibleForTrial(USER, [{ ...row, ...given }])).toBe(true)
})
