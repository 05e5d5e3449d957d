import type { BilledBy } from '../billed-by.ts'
import type { PendingDeletion } from './account-deletion.ts'
import type { SoldPlan, Tier } from '../tiers.ts'

/** The signed-in user as pages see them (§3 User). Times in ms since 1970, trial period in days. */
export type Me = {
  id: string
  login: string
  /** §3 names it; a visitor has no `Me`. */
  signedIn: true
  email: string
  email_verified: boolean
  /** The session's public row id, never its token: part of the key of saved page state (§3). */
  session_id: string
  /** The session's CSRF token, for forms without JavaScript. Never on a cached page. */
  csrf_token: string
  code: string
  segment: string | null
  tier: Tier
  /** The plans above the tier that are sold to the user now, cheapest first. */
  upgrades: readonly SoldPlan[]
  eligible_for_trial: boolean
  eligible_trial_period: number
  isTrialing: boolean
  subscriptionPaymentType: BilledBy | null
  /** The subscription that grants the tier, if any; §3 takes the payment type from its first entry. */
  user_subscriptions: { payment_type: BilledBy }[]
  applet_quota_slots_total: number | null
  applet_quota_slots_remaining: number | null
  available_clients: string[]
  /** Unread notifications, counted up to 10. */
  unread: number
  /** Whether the setting OPERATORS names the user. */
  operator: boolean
  created_at: number
}
/** GET /api/me. `deletion`: the session's account is being deleted, and nobody is signed in. */
export type MeResponse = { me: Me | null; deletion?: PendingDeletion }

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
