import { MINUTE } from './shared/durations.ts'

/**
 * The four tiers (§6) and all that is decided by tier: sold, name, rank, the way up, limits. A new tier fails to
 * compile until each table here has it. Adding one: CONTRIBUTING.md, "Adding a plan".
 */
export const TIERS = ['free', 'intermediate_pro', 'pro', 'legacy_pro'] as const
export type Tier = (typeof TIERS)[number]
export const PAID_TIERS = ['intermediate_pro', 'pro', 'legacy_pro'] as const satisfies readonly Tier[]
export type PaidTier = (typeof PAID_TIERS)[number]

/** The plans that can be bought now, cheapest first. A `plan_id` is the tier's name. */
export const SOLD_PLANS = ['intermediate_pro', 'pro'] as const satisfies readonly PaidTier[]
export type SoldPlan = (typeof SOLD_PLANS)[number]

export function isSold(tier: Tier): tier is SoldPlan {
  return SOLD_PLANS.some((plan) => plan === tier)
}

/** The name of each tier on screen (§1). */
export const TIER_NAMES: Record<Tier, string> = {
  free: 'Free',
  intermediate_pro: 'Pro',
  pro: 'Pro+',
  legacy_pro: 'Pro (legacy)',
}

/** Of several tiers that a user has paid for, the highest rank counts. */
export const TIER_RANK: Record<Tier, number> = { free: 0, intermediate_pro: 1, legacy_pro: 2, pro: 3 }

/** The plans on sale that are more than the tier, cheapest first. */
const UPGRADES: Record<Tier, readonly SoldPlan[]> = {
  free: ['intermediate_pro', 'pro'],
  intermediate_pro: ['pro'],
  legacy_pro: ['pro'],
  pro: [],
}

export function canUpgradeTo(plan: SoldPlan, tier: Tier): boolean {
  return UPGRADES[tier].includes(plan)
}

/** A user's tier and possible plans. `upgrades`: the plans above the tier that are sold to them now, cheapest first. */
export type UserTier = { tier: Tier; upgrades: readonly SoldPlan[] }

/** A user of the tier to whom all plans above it are sold. */
export function withAllUpgrades(tier: Tier): UserTier {
  return { tier, upgrades: UPGRADES[tier] }
}

export type TierLimits = {
  /** Applets enabled at once. */
  applets: number | null
  multi_action: boolean
  queries: boolean
  filter_code: boolean
  multi_service_account: boolean
  /** The plans whose exclusive services, with their steps, the tier may use. */
  exclusive_services: readonly SoldPlan[]
  ai_creations_per_day: number
  api_requests_per_minute: number
  hook_events_per_minute: number
  /** Polls come so often at most, in ms, where something happens. */
  poll_every: number
  /** Runs that may wait: beyond that a hook answers 429. */
  waiting_runs: number
  /** For how long ended runs are kept, and how much they may take. */
  kept_runs: { days: number; megabytes: number }
  /** What a user's store holds: values and items of lists, and the bytes of their names and texts. */
  store: { entries: number; bytes: number }
}

export const TIER_LIMITS: Record<Tier, TierLimits> = {
  free: {
    applets: 2,
    multi_action: false,
    queries: false,
    filter_code: false,
    multi_service_account: false,
    exclusive_services: [],
    ai_creations_per_day: 5,
    api_requests_per_minute: 60,
    hook_events_per_minute: 10,
    poll_every: 5 * MINUTE,
    waiting_runs: 1000,
    kept_runs: { days: 7, megabytes: 20 },
    store: { entries: 100, bytes: 100_000 },
  },
  intermediate_pro: {
    applets: 20,
    multi_action: true,
    queries: false,
    filter_code: false,
    multi_service_account: false,
    exclusive_services: ['intermediate_pro'],
    ai_creations_per_day: 50,
    api_requests_per_minute: 300,
    hook_events_per_minute: 60,
    poll_every: MINUTE,
    waiting_runs: 10_000,
    kept_runs: { days: 30, megabytes: 200 },
    store: { entries: 1000, bytes: 1_000_000 },
  },
  pro: {
    applets: null,
    multi_action: true,
    queries: true,
    filter_code: true,
    multi_service_account: true,
    exclusive_services: ['intermediate_pro', 'pro'],
    ai_creations_per_day: 500,
    api_requests_per_minute: 1200,
    hook_events_per_minute: 300,
    poll_every: MINUTE,
    waiting_runs: 100_000,
    kept_runs: { days: 90, megabytes: 2000 },
    store: { entries: 10_000, bytes: 10_000_000 },
  },
  legacy_pro: {
    applets: null,
    multi_action: true,
    queries: true,
    filter_code: true,
    multi_service_account: false,
    exclusive_services: ['intermediate_pro', 'pro'],
    ai_creations_per_day: 50,
    api_requests_per_minute: 300,
    hook_events_per_minute: 60,
    poll_every: MINUTE,
    waiting_runs: 10_000,
    kept_runs: { days: 30, megabytes: 200 },
    store: { entries: 1000, bytes: 1_000_000 },
  },
}

/** How often a plan is paid. */
export type BillingInterval = 'month' | 'year'
