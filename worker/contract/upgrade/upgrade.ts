import type { BookedChange } from '../billing/booked-change.ts'
import type { Checkout, Permissions } from '../billing/checkout.ts'
import { lowestPlanWith, smallerPlan, SOLD_PLANS, type PaidTier, type SoldPlan, type Tier } from '../tiers.ts'
import type { BilledBy } from '../billed-by.ts'

/** The upgrade steps of §2.4: why a user is offered a plan. Block reasons have the same names. */
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

/** §3 enablement_rules. `minimum_tier`: the lowest plan sold to the user that lifts the block, or null. */
export type EnablementRules = { block_user: boolean; minimum_tier: SoldPlan | null; block_reason: UpgradeStep | null }

/** Whether nothing can be offered: no plan that is sold to the user lifts the block. */
export function isClosed({ block_user, minimum_tier }: EnablementRules): boolean {
  return block_user && minimum_tier === null
}

export const NOT_BLOCKED: EnablementRules = { block_user: false, minimum_tier: null, block_reason: null }

/** The plan that is offered by default (§2.4, §9). */
export const DEFAULT_PLAN: SoldPlan = 'intermediate_pro'

/** Steps that are about one plan, whichever was asked for. */
export const STEP_PLANS: Partial<Record<UpgradeStep, SoldPlan>> = {
  default: 'pro',
  default_pro: DEFAULT_PLAN,
  holiday: DEFAULT_PLAN,
  convert_pro_plus_applet: lowestPlanWith('queries'),
  queries: lowestPlanWith('queries'),
  filter_code: lowestPlanWith('filter_code'),
  multi_service_account: lowestPlanWith('multi_service_account'),
}

/** The plan that one press upgrades to where the page names none (§4.3, §7). */
export const ONE_CLICK_PLAN: SoldPlan = 'pro'
/** The plans that a subscriber of a smaller one gets with one press. */
export const ONE_CLICK_PLANS = SOLD_PLANS.filter((plan) => smallerPlan(plan) !== null)

/**
 * GET /api/subscription_modal?plan= (§7 Modal data): the checkout modal props of §3, for one user. KV and the browser
 * keep it for ten minutes each (§9). `served_at`: in ms of the server's clock, from which the checkout counts its dates.
 */
export type SubscriptionModal = Checkout & {
  plan: SoldPlan
  tier: Tier
  subscriptionPaymentType: BilledBy | null
  served_at: number
}
export const SUBSCRIPTION_MODAL_PATH = '/api/subscription_modal'

/**
 * GET /billing/pro_upgrade_details?plan= (§7): what one click would change. Amounts in cents, `next_charge_at` in ms.
 * `userSubscriptionUpdate` has to match `proration_date` (seconds), `price` and `amount_today`.
 */
export type ProUpgradeDetails = {
  formatted_pro_price: string
  /** The same in cents. */
  price: number
  interval: 'month' | 'year'
  product_id: string
  currency: string
  /** The full price of the plan for the rest of the period, before any credit. */
  charged: number
  /** The unused part of the current plan, which is deducted. */
  credit: number
  /** The part of `credit` that is not deducted, because its payment was refunded or is disputed. */
  taken_back: number
  amount_today: number
  /** Credit that remains for the next payments. Below zero: what is too small to charge, which the next one takes. */
  balance: number
  proration_date: number
  next_charge_at: number
  /** The next charge, and every later one without further credit. */
  next_amount: number
  /** A trial is running: nothing is charged before it ends. */
  trialing: boolean
  /** The plan was canceled; upgrading resumes it. */
  resumes: boolean
  /** The present plan and its price in cents, if it is no longer sold and so gone for good; else null. */
  gives_up: { tier: PaidTier; price_in_cents: number } | null
  /** The booked change that upgrading takes back. */
  takes_back: BookedChange | null
}
export const PRO_UPGRADE_DETAILS_PATH = '/billing/pro_upgrade_details'

/** The user's plan and permissions after an upgrade (§4.2, §4.3). */
export type Upgraded = { plan: SoldPlan; permissions: Permissions }
