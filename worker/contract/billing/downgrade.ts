import type { SoldPlan, Tier } from '../tiers.ts'
import type { BillingInterval, Promotion } from './billing-overview.ts'

/** The plan on sale that is the next less, to which a subscriber can change when their period ends. */
const DOWNGRADES: Record<Tier, SoldPlan | null> = {
  free: null,
  intermediate_pro: null,
  legacy_pro: null,
  pro: 'intermediate_pro',
}

export function downgradeOf(tier: Tier): SoldPlan | null {
  return DOWNGRADES[tier]
}

/** An Applet that the smaller plan would pause, as things stand now. */
type PausedApplet = { id: number; name: string }

/**
 * GET /api/billing/downgrade_preview: what changes when the period or the trial ends. `at` in ms; amounts in cents:
 * `price` of each later period, and `first_charge` after promotions and credit.
 */
export type DowngradePreview = {
  plan: SoldPlan
  interval: BillingInterval
  currency: string
  at: number
  price: number
  first_charge: number
  promotions: Promotion[]
  pauses: PausedApplet[]
}

/** POST /api/billing/downgrade: what the page showed. Refused if it has changed. */
export type Downgrade = Pick<DowngradePreview, 'at' | 'price' | 'first_charge'>
