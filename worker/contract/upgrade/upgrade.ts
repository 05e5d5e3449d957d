import type { Checkout, Permissions } from '../billing/checkout.ts'
import type { SoldPlan, Tier } from '../tiers.ts'
import type { PaymentType } from '../billed-by.ts'

/** The upgrade steps of §2.4: why somebody meets the offer of a plan. The reasons why a user is blocked are named so too. */
export const UPGRADE_STEPS = [
  'applet_quota',
  'applet_features',
  'default',
  'default_pro',
  'convert_pro_plus_applet',
  'plan_upgrade',
  'action',
  'trigger',
  'queries',
  'pro_service_tqas',
  'filter_code',
  'multi_service_account',
  'multi_action',
  'holiday',
  'ai_maker_rate_limit',
] as const
export type UpgradeStep = (typeof UPGRADE_STEPS)[number]

/** §3 enablement_rules. `minimum_tier`: the lowest one on sale that lifts the block; null where none does. */
export type EnablementRules = { block_user: boolean; minimum_tier: SoldPlan | null; block_reason: UpgradeStep | null }

export const NOT_BLOCKED: EnablementRules = { block_user: false, minimum_tier: null, block_reason: null }

/** The plan that is offered where nobody says which (§2.4, §9). */
export const DEFAULT_PLAN: SoldPlan = 'intermediate_pro'

/**
 * GET /api/subscription_modal?plan= (§7 Modal data): §3's checkout modal props, with who asks and until when it may be
 * kept: so long in KV and in the browser together (§9). `served_at` and `expires_at` in ms of the server's clock, so
 * that a browser whose own is wrong keeps it no longer.
 */
export type SubscriptionModal = Checkout & {
  plan: SoldPlan
  tier: Tier
  subscription_payment_type: PaymentType | null
  served_at: number
  expires_at: number
}
export const SUBSCRIPTION_MODAL_PATH = '/api/subscription_modal'

/**
 * GET /billing/pro_upgrade_details (§7): what one press would change. Cents; `proration_date` in seconds and
 * `amount_today` are the promise that `userSubscriptionUpdate` is held to; `next_charge_at` in ms.
 */
export type ProUpgradeDetails = {
  formatted_pro_price: string
  interval: 'month' | 'year'
  product_id: string
  currency: string
  /** What Pro+ costs until then, before anything is taken off: its ordinary price for the rest of the period. */
  charged: number
  /** What is left of the present plan, and is taken off. */
  credit: number
  amount_today: number
  /** Credit that is left over after that and comes off the next payments. */
  balance: number
  proration_date: number
  next_charge_at: number
  /** What is charged then, and every period from then on as long as nothing else comes off. */
  next_amount: number
  /** A trial goes on: nothing is charged before it ends. */
  trialing: boolean
  /** It was to end; upgrading makes it go on. */
  resumes: boolean
}
export const PRO_UPGRADE_DETAILS_PATH = '/billing/pro_upgrade_details'

/** What an upgrade leaves whoever asked for it with (§4.2, §4.3). */
export type Upgraded = {
  plan: SoldPlan
  permissions: Permissions
  /** What to say on the next page where this one is left at once (§4.2); without it nothing was bought. */
  welcome?: string
}
