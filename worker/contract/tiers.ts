/** The four tiers (§6) and what each allows (the table of the §D3.3). `null` means unlimited. */
export const TIERS = ['free', 'intermediate_pro', 'pro', 'legacy_pro'] as const
export type Tier = (typeof TIERS)[number]

/** What is sold. `plan_id` is the tier's name. */
export const SOLD_PLANS = ['intermediate_pro', 'pro'] as const satisfies readonly Tier[]
export type SoldPlan = (typeof SOLD_PLANS)[number]

/** How each tier is called on screen (§1). */
export const TIER_NAMES: Record<Tier, string> = {
  free: 'Free',
  intermediate_pro: 'Pro',
  pro: 'Pro+',
  legacy_pro: 'Pro (legacy)',
}

export type TierLimits = {
  /** Applets enabled at once. */
  applets: number | null
  multi_action: boolean
  queries: boolean
  filter_code: boolean
  multi_service_account: boolean
  /** Whose exclusive services it opens, with their steps: those for Pro, those for Pro+. */
  exclusive_services: readonly SoldPlan[]
  ai_creations_per_day: number
  api_requests_per_minute: number
  hook_events_per_minute: number
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
  },
}
