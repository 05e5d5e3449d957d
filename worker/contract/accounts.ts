import * as z from 'zod/mini'
import { PASSWORD_MAX, PASSWORD_MIN } from './limits.ts'
import type { Tier } from './tiers.ts'

const email = z
  .string('Enter your email address.')
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a full email address, like name@example.com.'))

/** New passwords; NFKC so that the same password typed on another keyboard is the same. */
const newPassword = z
  .string('Enter a password.')
  .check(
    z.minLength(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters. A few words make a good password.`),
    z.maxLength(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters.`),
  )

const login = z
  .string('Choose a user name.')
  .check(z.trim(), z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,28})[A-Za-z0-9]$/, 'Use 3 to 30 letters, digits, - or _.'))

/** POST /api/users */
export const joinInput = z.strictObject({ email, password: newPassword, login })
export type JoinInput = z.output<typeof joinInput>

/** POST /api/session */
export const signInInput = z.strictObject({
  email: z
    .string('Enter your email address.')
    .check(z.trim(), z.toLowerCase(), z.minLength(1, 'Enter your email address.'), z.maxLength(254)),
  password: z.string('Enter your password.').check(z.minLength(1, 'Enter your password.'), z.maxLength(PASSWORD_MAX)),
})
export type SignInInput = z.output<typeof signInInput>

/** POST /api/password_resets */
export const passwordResetInput = z.strictObject({ email })
/** POST /api/password_resets/confirm */
export const newPasswordInput = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(2048)),
  password: newPassword,
})
/** POST /api/email_verifications/confirm */
export const tokenInput = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(2048)) })

/** The signed-in user as pages see them (§3 User). Times in ms since 1970, trial period in days. */
export type Me = {
  id: string
  login: string
  email: string
  email_verified: boolean
  /** Public row id of this session (never its token): part of the key of saved page state (§3). */
  session_id: string
  code: string
  segment: string | null
  tier: Tier
  eligible_for_trial: boolean
  eligible_trial_period: number
  is_trialing: boolean
  subscription_payment_type: string | null
  applet_quota_slots_total: number | null
  applet_quota_slots_remaining: number | null
  available_clients: string[]
  created_at: number
}
/** GET /api/me */
export type MeResponse = { me: Me | null }

/** One row of GET /api/sessions. */
export type SessionRow = {
  id: string
  user_agent: string | null
  created_at: number
  last_seen_at: number
  current: boolean
}
/** GET /api/sessions: where the user is signed in. */
export type SessionsResponse = { sessions: SessionRow[] }
