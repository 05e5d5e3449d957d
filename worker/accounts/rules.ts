import type { Tier } from '../contract/tiers.ts'

// What guessers try first among passwords that are long enough, without spaces and punctuation.
const COMMON = new Set([
  '123456789012345',
  '1234567890123456',
  '12345678901234567890',
  '123123123123123',
  '1q2w3e4r5t6y7u8i',
  '1qaz2wsx3edc4rfv',
  'abcdefghijklmno',
  'abcdefghijklmnop',
  'abcdefghijklmnopqrstuvwxyz',
  'correcthorsebatterystaple',
  'iloveyouiloveyou',
  'letmeinletmein123',
  'passwordpassword',
  'password12345678',
  'password123456789',
  'passwordpassword1',
  'qwertyuiopasdfg',
  'qwertyuiopasdfgh',
  'qwertyuiopasdfghjkl',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwerty1234567890',
  'thisismypassword',
])
const FEWEST_DIFFERENT_CHARACTERS = 5

/** Why a new password is refused, or null. Its length is the contract's concern. */
export function passwordProblem(password: string, owner: { email: string; login: string }): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([owner.email, owner.login.toLowerCase()].includes(plain.trim())) {
    return 'Choose a password that is not your email address or user name.'
  }
  const bare = plain.replace(/[\s\p{P}]+/gu, '')
  if (COMMON.has(bare) || new Set(plain).size < FEWEST_DIFFERENT_CHARACTERS) {
    return 'This password is too easy to guess. A few words make a good password.'
  }
  return null
}

/**
 * The value of the `timezone` cookie, where it names a zone (design §3.6). Browsers differ in which of two names they
 * use (Asia/Calcutta, Asia/Kolkata), so an alias of a supported zone counts; offsets such as +01:00 do not.
 */
export function knownTimeZone(value: string | undefined): string | null {
  if (!value || value.length > 64 || !/^[A-Za-z]/.test(value)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions()
    return timeZone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(timeZone) ? value : null
  } catch {
    return null
  }
}

type TrialFacts = { tier: Tier; student: boolean; trial_used_at: number | null; eligible_trial_period: number }

/** A trial is for people on the free tier who have not had one; a student's price has none (§2.3, §3 eligible_for_trial). */
export function isEligibleForTrial(user: TrialFacts): boolean {
  return user.tier === 'free' && !user.student && user.trial_used_at === null && user.eligible_trial_period > 0
}

/** Slots left of a quota; null is unlimited. Never negative: a tier that ended leaves more enabled than it allows. */
export function slotsRemaining(total: number | null, enabled: number): number | null {
  return total === null ? null : Math.max(0, total - enabled)
}
