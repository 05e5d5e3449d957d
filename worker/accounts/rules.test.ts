import { expect, test } from 'vitest'
import { isEligibleForTrial, knownTimeZone, passwordProblem, slotsRemaining } from './rules.ts'

const owner = { email: 'someone.long@example.test', login: 'Someone-With-A-Long-Name' }

test.each([
  'passwordpassword',
  'Password Password',
  'correct horse battery staple',
  '1234-5678-9012-345',
  'aaaaaaaaaaaaaaaa',
])('the password "%s" is refused as easy to guess', (password) =>
  expect(passwordProblem(password, owner)).toMatch(/too easy/),
)

test.each(['someone.long@example.test', 'SOMEONE.LONG@example.test', 'someone-with-a-long-name'])(
  'the password "%s" is refused as the email address or user name',
  (password) => expect(passwordProblem(password, owner)).toMatch(/not your email/),
)

test('a few words are a good password', () => {
  expect(passwordProblem('correct horse battery', owner)).toBeNull()
  expect(passwordProblem('someone.long@example.test and more', owner)).toBeNull()
})

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC'])('the timezone cookie %s is kept (§9)', (zone) =>
  expect(knownTimeZone(zone)).toBe(zone),
)

test.each(['', 'Mars/Olympus', '+01:00', '<script>', 'Europe/Berlin\u0000', 'x'.repeat(65), undefined])(
  'a timezone cookie that names no zone is not kept: %j (§9)',
  (zone) => expect(knownTimeZone(zone)).toBeNull(),
)

test('a trial is offered once, and only on the free tier (§3)', () => {
  const user = { tier: 'free' as const, student: false, trial_used_at: null, eligible_trial_period: 7 }
  expect(isEligibleForTrial(user)).toBe(true)
  expect(isEligibleForTrial({ ...user, trial_used_at: 1 })).toBe(false)
  expect(isEligibleForTrial({ ...user, tier: 'intermediate_pro' })).toBe(false)
  expect(isEligibleForTrial({ ...user, eligible_trial_period: 0 })).toBe(false)
})

test('a student has a price of their own and no trial, so no page promises one (§2.3)', () => {
  expect(isEligibleForTrial({ tier: 'free', student: true, trial_used_at: null, eligible_trial_period: 7 })).toBe(false)
})

test('the quota that is left is never negative and unlimited stays null (§3)', () => {
  expect(slotsRemaining(20, 3)).toBe(17)
  expect(slotsRemaining(2, 5)).toBe(0)
  expect(slotsRemaining(null, 5)).toBeNull()
})
