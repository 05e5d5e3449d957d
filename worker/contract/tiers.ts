import { MINUTE } from './shared/durations.ts'

/** The parts of an Applet that not every plan opens (§6). */
export const FEATURES = ['multi_action', 'queries', 'filter_code', 'multi_service_account'] as const
export type Feature = (typeof FEATURES)[number]

/** A tier and its limits (§6). `Sold`: the plans that can be bought. */
type PlanRow<Sold extends string> = Record<Feature, boolean> & {
  /** On screen (§1). */
  name: string
  /** Of several tiers that a user has paid for, the highest counts. Plans on sale of a higher rank are the ways up. */
  rank: number
  /** The page that sells it (§2.3); null for what cannot be bought. */
  sold_at: string | null
  /** Applets enabled at once. */
  applets: number | null
  /** It may use the exclusive services of this plan and of all lower ones, with their steps. */
  exclusive_services: Sold | null
  ai_creations_per_day: number
  /** Each of these numbers has a rate limiter (system/http/limit-calls.ts). */
  api_requests_per_minute: 60 | 300 | 1200
  hook_events_per_minute: number
  /** Polls come so often at most, in ms, where something happens. */
  poll_every: number
  /** Runs that may wait: beyond that a hook answers 429. */
  waiting_runs: number
  /** For how long ended runs are kept, and how much they may take. */
  kept_runs: { days: number; megabytes: number }
  /** The most that a user's store holds: values and items of lists, and the bytes of their names and texts. */
  store: { entries: number; bytes: number }
}

/** A row for each tier, from which all else about plans follows. Adding one: CONTRIBUTING.md, "Adding a plan". */
const ROWS = {
  free: {
    name: 'Free',
    rank: 0,
    sold_at: null,
    applets: 2,
    multi_action: false,
    queries: false,
    filter_code: false,
    multi_service_account: false,
    exclusive_services: null,
    ai_creations_per_day: 5,
    api_requests_per_minute: 60,
    hook_events_per_minute: 10,
    poll_every: 5 * MINUTE,
    waiting_runs: 1000,
    kept_runs: { days: 7, megabytes: 20 },
    store: { entries: 100, bytes: 100_000 },
  },
  intermediate_pro: {
    name: 'Pro',
    rank: 1,
    sold_at: '/subscribe/pro',
    applets: 20,
    multi_action: true,
    queries: false,
    filter_code: false,
    multi_service_account: false,
    exclusive_services: 'intermediate_pro',
    ai_creations_per_day: 50,
    api_requests_per_minute: 300,
    hook_events_per_minute: 60,
    poll_every: MINUTE,
    waiting_runs: 10_000,
    kept_runs: { days: 30, megabytes: 200 },
    store: { entries: 1000, bytes: 1_000_000 },
  },
  pro: {
    name: 'Pro+',
    rank: 3,
    sold_at: '/subscribe/pro_plus',
    applets: null,
    multi_action: true,
    queries: true,
    filter_code: true,
    multi_service_account: true,
    exclusive_services: 'pro',
    ai_creations_per_day: 500,
    api_requests_per_minute: 1200,
    hook_events_per_minute: 300,
    poll_every: MINUTE,
    waiting_runs: 100_000,
    kept_runs: { days: 90, megabytes: 2000 },
    store: { entries: 10_000, bytes: 10_000_000 },
  },
  legacy_pro: {
    name: 'Pro (legacy)',
    rank: 2,
    sold_at: null,
    applets: null,
    multi_action: true,
    queries: true,
    filter_code: true,
    multi_service_account: false,
    exclusive_services: 'pro',
    ai_creations_per_day: 50,
    api_requests_per_minute: 300,
    hook_events_per_minute: 60,
    poll_every: MINUTE,
    waiting_runs: 10_000,
    kept_runs: { days: 30, megabytes: 200 },
    store: { entries: 1000, bytes: 1_000_000 },
  },
} as const satisfies Record<string, PlanRow<string>>

export type Tier = keyof typeof ROWS
export type PaidTier = Exclude<Tier, 'free'>
/** A plan that can be bought now. A `plan_id` is the tier's name. */
export type SoldPlan = { [T in Tier]: (typeof ROWS)[T]['sold_at'] extends string ? T : never }[Tier]

export type Plan = PlanRow<SoldPlan>
export const PLANS: Record<Tier, Plan> & Record<SoldPlan, { sold_at: string }> = ROWS

// Object.keys loses the type of the names.
export const TIERS = Object.keys(ROWS) as [Tier, ...Tier[]]
export const PAID_TIERS = atLeastOne(TIERS.filter((tier) => tier !== 'free'))
/** Lowest rank first, which is the cheapest. */
export const SOLD_PLANS = atLeastOne(TIERS.filter(isSold).toSorted((a, b) => PLANS[a].rank - PLANS[b].rank))

/** As columns and validators want their names. */
function atLeastOne<T>([first, ...more]: T[]): readonly [T, ...T[]] {
  if (first === undefined) throw new Error('There is no such plan.')
  return [first, ...more]
}

export function isSold(tier: Tier): tier is SoldPlan {
  return PLANS[tier].sold_at !== null
}

export function canUpgradeTo(plan: SoldPlan, tier: Tier): boolean {
  return PLANS[plan].rank > PLANS[tier].rank
}

/** The plan on sale that is the next less. A plan that is not sold any more has none: it would be gone for good. */
export function smallerPlan(tier: Tier): SoldPlan | null {
  return (isSold(tier) && SOLD_PLANS.findLast((plan) => PLANS[plan].rank < PLANS[tier].rank)) || null
}

/** The lowest plan on sale that opens the feature. */
export function lowestPlanWith(feature: Feature): SoldPlan {
  return atLeastOne(SOLD_PLANS.filter((plan) => PLANS[plan][feature]))[0]
}

/** Whether the tier may use the services that are exclusive to this plan. */
export function opensServicesOf(plan: SoldPlan, tier: Tier): boolean {
  const highest = PLANS[tier].exclusive_services
  return highest !== null && PLANS[plan].rank <= PLANS[highest].rank
}

/** A user's tier and possible plans. `upgrades`: the plans above the tier that are sold to them now, cheapest first. */
export type UserTier = { tier: Tier; upgrades: readonly SoldPlan[] }

/** A user of the tier to whom all plans above it are sold. */
export function withAllUpgrades(tier: Tier): UserTier {
  return { tier, upgrades: SOLD_PLANS.filter((plan) => canUpgradeTo(plan, tier)) }
}

/** How often a plan is paid. */
export type BillingInterval = 'month' | 'year'
