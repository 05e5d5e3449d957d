import type { PaidTier } from '../tiers.ts'

/** The fields of a subscription that decide entitlement. Times in ms. */
export type Entitling = {
  tier: PaidTier
  status: string
  card_authenticated: boolean
  current_period_end: number | null
  past_due_since: number | null
}
