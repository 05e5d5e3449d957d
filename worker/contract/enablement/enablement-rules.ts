import type { Me } from '../accounts/me.ts'
import type { Applet, AppletStatus, AppletStep } from '../applets/applet.ts'
import {
  canUpgradeTo,
  FEATURES,
  opensServicesOf,
  PLANS,
  SOLD_PLANS,
  type Feature,
  type SoldPlan,
  type Tier,
  type UserTier,
} from '../tiers.ts'
import type { ConnectKind, StepKind } from '../connections/service.ts'
import { NOT_BLOCKED, STEP_PLANS, type EnablementRules, type UpgradeStep } from '../upgrade/upgrade.ts'

/**
 * Who may use what (§6): pure functions over the table of tiers, the same on both sides. Each returns why a tier
 * is blocked, as an upgrade step (§2.4), and the lowest plan sold to the user that lifts the block.
 */

/** The parts of an Applet that not every tier allows. `services`: the plans that its exclusive services need. */
export type Needs = { features: readonly Feature[]; services: readonly SoldPlan[] }
/** The parts of a step that decide what it needs. */
export type NeedStep = {
  kind: StepKind
  account_slot: number
  connect_kind: ConnectKind
  minimum_tier: SoldPlan | null
  /** The feature of a dynamic connection that the step belongs to; null for every feature. */
  feature: string | null
}

export function needsOf(steps: readonly AppletStep[], { filter_code }: Pick<Applet, 'filter_code'>): Needs {
  return needsOfSteps(steps.map(toNeedStep), filter_code !== null)
}

function toNeedStep({ kind, account_slot, service, feature }: AppletStep): NeedStep {
  return { kind, account_slot, connect_kind: service.connect_kind, minimum_tier: service.minimum_tier, feature }
}

export function needsOfSteps(steps: readonly NeedStep[], hasFilterCode: boolean): Needs {
  const used: Record<Feature, boolean> = {
    multi_action: mostActions(steps) > 1,
    queries: steps.some(({ kind }) => kind === 'query'),
    filter_code: hasFilterCode,
    multi_service_account: steps.some(({ account_slot, connect_kind }) => account_slot > 0 && connect_kind !== 'none'),
  }
  return {
    features: FEATURES.filter((feature) => used[feature]),
    services: SOLD_PLANS.filter((plan) => steps.some(({ minimum_tier }) => minimum_tier === plan)),
  }
}

/** The most actions that one event can start: in a dynamic connection, each feature has its own. */
function mostActions(steps: readonly NeedStep[]): number {
  const counts = Map.groupBy(
    steps.filter(({ kind }) => kind === 'action'),
    ({ feature }) => feature,
  )
  const ofEach = counts.get(null)?.length ?? 0
  const ofOne = [...counts].map(([feature, actions]) => (feature === null ? 0 : actions.length))
  return ofEach + Math.max(0, ...ofOne)
}

/** Whether the tier allows an Applet with these needs, regardless of the quota. */
export function tierAllows(tier: Tier, needs: Needs): boolean {
  return lacking(tier, needs).length === 0
}

/** The lowest plan on sale that allows these needs; null for needs that every user has met. */
function lowestPlanFor(needs: Needs): SoldPlan | null {
  if (tierAllows('free', needs)) return null
  return SOLD_PLANS.find((plan) => tierAllows(plan, needs)) ?? null
}

/** §3's marks of an Applet: what needs a plan above Pro+ has the features of Pro+ too. */
export function planFlags(needs: Needs): Pick<Applet, 'pro_features' | 'intermediate_pro_features'> {
  const plan = lowestPlanFor(needs)
  const intermediate_pro_features = plan === 'intermediate_pro'
  return { pro_features: plan !== null && !intermediate_pro_features, intermediate_pro_features }
}

/** The upgrade steps for the needs that this tier does not allow. */
function lacking(tier: Tier, { features, services }: Needs): UpgradeStep[] {
  const limits = PLANS[tier]
  const closed = services.some((plan) => !opensServicesOf(plan, tier))
  return [...features.filter((feature) => !limits[feature]), ...(closed ? (['pro_service_tqas'] as const) : [])]
}

/** Why a tier refuses, as an upgrade step (§2.4); null if it does not. */
type ReasonOf = (tier: Tier) => UpgradeStep | null

/**
 * Why this user may not enable this Applet (§2.4, §6). An enabled Applet is never blocked; features come before the
 * quota.
 */
export function appletRules(
  user: UserTier,
  { enabled, status, needs }: { enabled: number; status: AppletStatus; needs: Needs },
): EnablementRules {
  if (status === 'enabled_for_user') return NOT_BLOCKED
  return rulesOf(
    user,
    (tier) => featureReason(lacking(tier, needs)) ?? (hasSlot(tier, enabled) ? null : 'applet_quota'),
  )
}

function featureReason([first, ...more]: readonly UpgradeStep[]): UpgradeStep | null {
  return more.length > 0 ? 'applet_features' : (first ?? null)
}

const STEP_REASONS = { trigger: 'trigger', query: 'queries', action: 'action' } as const satisfies Record<
  StepKind,
  UpgradeStep
>

/** Why this user may not use this step of a service. */
export function stepRules(user: UserTier, kind: StepKind, minimum_tier: SoldPlan | null): EnablementRules {
  const needs = needsOfSteps([{ kind, account_slot: 0, connect_kind: 'none', minimum_tier, feature: null }], false)
  return rulesOf(user, (tier) => (tierAllows(tier, needs) ? null : STEP_REASONS[kind]))
}

/** Why this user may not use this exclusive service. */
export function serviceRules(user: UserTier, minimum_tier: SoldPlan | null): EnablementRules {
  return rulesOf(user, serviceReason(minimum_tier))
}

function serviceReason(minimum_tier: SoldPlan | null): ReasonOf {
  const needs: Needs = { features: [], services: minimum_tier === null ? [] : [minimum_tier] }
  return (tier) => (tierAllows(tier, needs) ? null : 'pro_service_tqas')
}

/** Why a user with this many accounts of a service may not connect another (§6). */
export function accountRules(user: UserTier, accounts: number): EnablementRules {
  return rulesOf(user, accountReason(accounts))
}

function accountReason(accounts: number): ReasonOf {
  return (tier) => (accounts === 0 || PLANS[tier].multi_service_account ? null : 'multi_service_account')
}

/** The same for a service that may be exclusive: a user without its plan cannot connect any account. */
export function connectionRules(user: UserTier, minimum_tier: SoldPlan | null, accounts: number): EnablementRules {
  return rulesOf(user, connectionReason(minimum_tier, accounts))
}

/** Whether the tier allows one more account of the service. */
export function tierConnects(tier: Tier, minimum_tier: SoldPlan | null, accounts: number): boolean {
  return connectionReason(minimum_tier, accounts)(tier) === null
}

function connectionReason(minimum_tier: SoldPlan | null, accounts: number): ReasonOf {
  return (tier) => serviceReason(minimum_tier)(tier) ?? accountReason(accounts)(tier)
}

/**
 * Why a plan is offered to a user who asks for it: their tier is lower. A user who already has as much is not asked to
 * pay.
 */
export function planRules(tier: Tier, plan: SoldPlan): EnablementRules {
  if (!canUpgradeTo(plan, tier)) return NOT_BLOCKED
  if (tier !== 'free') return { block_user: true, minimum_tier: plan, block_reason: 'plan_upgrade' }
  return { block_user: true, minimum_tier: plan, block_reason: offerStep(plan) }
}

/** The step that offers a plan to a free user who asks for it (§2.4): its own, if it has one. */
export function offerStep(plan: SoldPlan): UpgradeStep {
  return (['default_pro', 'default'] as const).find((step) => STEP_PLANS[step] === plan) ?? 'plan_upgrade'
}

/** Why this user may not convert an Applet to Pro+, with queries and filter code. */
export function conversionRules(user: UserTier): EnablementRules {
  return rulesOf(user, (tier) => {
    const { queries, filter_code } = PLANS[tier]
    return queries && filter_code ? null : 'convert_pro_plus_applet'
  })
}

/** Why the AI maker makes no more today. */
export function aiCreationRules(user: UserTier, usedToday: number): EnablementRules {
  return rulesOf(user, (tier) => (usedToday < PLANS[tier].ai_creations_per_day ? null : 'ai_maker_rate_limit'))
}

/** `minimum_tier` is null when no plan that is sold to the user lifts the block. */
function rulesOf({ tier, upgrades }: UserTier, reasonOf: ReasonOf): EnablementRules {
  const block_reason = reasonOf(tier)
  if (block_reason === null) return NOT_BLOCKED
  return { block_user: true, minimum_tier: upgrades.find((plan) => reasonOf(plan) === null) ?? null, block_reason }
}

type Slots = Pick<Me, 'applet_quota_slots_total' | 'applet_quota_slots_remaining'>

/** §3's slots; null is unlimited. Never negative, although an ended plan may leave more enabled than the tier allows. */
export function slotsOf(tier: Tier, enabled: number): Slots {
  const total = PLANS[tier].applets
  return {
    applet_quota_slots_total: total,
    applet_quota_slots_remaining: total === null ? null : Math.max(0, total - enabled),
  }
}

/** Whether this many enabled Applets leave a slot. */
function hasSlot(tier: Tier, enabled: number): boolean {
  return slotsOf(tier, enabled).applet_quota_slots_remaining !== 0
}
