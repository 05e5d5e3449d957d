import { PLANS, type SoldPlan } from '../tiers.ts'
import { QUOTA_REACHED } from '../refusals-on-pages.ts'
import { DEFAULT_PLAN, STEP_PLANS, UPGRADE_STEPS, type EnablementRules, type UpgradeStep } from './upgrade.ts'

/** The title of an unknown upgrade step (§8). */
const UNKNOWN_STEP = 'Unknown step'

/** The titles of the upgrade steps (§2.4): without a trial, and with one. */
const TITLES: Record<UpgradeStep, readonly [plain: string, trial: string]> = {
  applet_quota: [QUOTA_REACHED, 'Try {plan} free for {days} to enable more'],
  applet_features: ['This Applet uses {plan} features', 'Try {plan} free for {days} to use it'],
  default: ['Get more with {plan}', 'Try {plan} free for {days}'],
  default_pro: ['Get more with {plan}', 'Try {plan} free for {days}'],
  convert_pro_plus_applet: ['Make this a {plan} Applet', 'Try {plan} free for {days} to convert it'],
  plan_upgrade: ['Upgrade your plan', 'Try {plan} free for {days}'],
  action: ['This action needs {plan}', 'Try {plan} free for {days} to use it'],
  trigger: ['This trigger needs {plan}', 'Try {plan} free for {days} to use it'],
  queries: ['Queries need {plan}', 'Try {plan} free for {days} to use queries'],
  pro_service_tqas: ['This service needs {plan}', 'Try {plan} free for {days} to use it'],
  filter_code: ['Filter code needs {plan}', 'Try {plan} free for {days} to use filter code'],
  multi_service_account: ['Several accounts need {plan}', 'Try {plan} free for {days} to add accounts'],
  multi_action: ['Multi-action Applets need {plan}', 'Try {plan} free for {days} to use them'],
  holiday: ['Get 23% off Pro', 'Get 23% off Pro'],
  ai_maker_rate_limit: ["You've reached today's AI limit", 'Try {plan} free for {days} for more'],
}

export function isUpgradeStep(value: string | null | undefined): value is UpgradeStep {
  return UPGRADE_STEPS.some((step) => step === value)
}

/** The title of an upgrade step, or "Unknown step" (§8). `trialDays`: the user's trial period, null without a trial. */
export function upgradeTitle(step: string, { plan, trialDays }: { plan: SoldPlan; trialDays: number | null }): string {
  if (!isUpgradeStep(step)) return UNKNOWN_STEP
  const [plain, trial] = TITLES[step]
  const days = trialDays === 1 ? '1 day' : `${trialDays} days`
  return (trialDays === null ? plain : trial)
    .replace('{plan}', PLANS[STEP_PLANS[step] ?? plan].name)
    .replace('{days}', days)
}

/** Why a user is refused: the title of the upgrade step, unless no plan that is sold to them lifts the block. */
export function blockedTitle({ block_reason, minimum_tier }: EnablementRules): string {
  if (block_reason === 'applet_quota') return QUOTA_REACHED
  if (minimum_tier === null) return 'This needs a plan that is not sold any more'
  return upgradeTitle(block_reason ?? 'default', { plan: minimum_tier, trialDays: null })
}

/** The flash after any upgrade (§4.2, §4.3). */
export function upgradeComplete(product: string, plan: SoldPlan): string {
  return `Upgrade complete. Welcome to ${product} ${PLANS[plan].name}!`
}

/** The button that closes the upgrade modal (§2.4). */
export const MAYBE_LATER = 'Maybe later'

/** The error of a one-click upgrade that failed for an unknown reason (§8). */
export const UPGRADE_PROBLEM =
  'There was a problem upgrading your account. Please contact support for more information.'

/**
 * Where a refusal leads without an upgrade modal: to the plans, with the reason, and the plan unless it is the default
 * one.
 */
export function plansPath({ block_reason, minimum_tier }: EnablementRules): string {
  if (block_reason === null) return '/plans'
  const plan = minimum_tier !== null && minimum_tier !== DEFAULT_PLAN ? `&plan=${minimum_tier}` : ''
  return `/plans?reason=${block_reason}${plan}`
}
