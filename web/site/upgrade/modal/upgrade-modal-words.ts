import { type SoldPlan, PLANS } from '../../../../worker/contract/tiers.ts'
import { CAMPAIGN_TERMS } from '../../../../worker/contract/billing/campaign.ts'
import type { UpgradeStep } from '../../../../worker/contract/upgrade/upgrade.ts'
import { isUpgradeStep } from '../../../../worker/contract/upgrade/upgrade-titles.ts'

/** The sentence below a step's title: what the plan changes. */
const COPY: Record<UpgradeStep, (plan: SoldPlan) => string> = {
  applet_quota: (plan) => `${roomOf(plan)} Your current Applets stay as they are.`,
  applet_features: (plan) =>
    `It uses several features that your plan does not include. ${PLANS[plan].name} has them all.`,
  default: () => 'As many Applets as you like, with queries, filter code and every exclusive service.',
  default_pro: (plan) => `${roomOf(plan)} Each can do several things at once.`,
  convert_pro_plus_applet: () => 'It can then look things up with queries and decide with filter code.',
  plan_upgrade: (plan) => `${PLANS[plan].name} replaces your plan as soon as you upgrade.`,
  action: (plan) => `It belongs to a service that comes with ${PLANS[plan].name}.`,
  trigger: (plan) => `It belongs to a service that comes with ${PLANS[plan].name}.`,
  queries: () => 'A query looks something up while the Applet runs, for its actions to use.',
  pro_service_tqas: (plan) => `It comes with ${PLANS[plan].name}, and so do all of its triggers and actions.`,
  filter_code: () => 'Conditions count as filter code. They decide on each run whether an action runs.',
  multi_service_account: () => 'Connect a service once for work and once for home, or as often as you like.',
  multi_action: () => 'One trigger starts several actions, all in the same run.',
  holiday: (plan) => `${CAMPAIGN_TERMS}. ${roomOf(plan)} Each can do several things at once.`,
  ai_maker_rate_limit: (plan) =>
    `With ${PLANS[plan].name} it makes up to ${PLANS[plan].ai_creations_per_day} Applets a day.`,
}

function roomOf(plan: SoldPlan): string {
  const { applets } = PLANS[plan]
  return applets === null
    ? `${PLANS[plan].name} has room for any number of Applets.`
    : `${PLANS[plan].name} has room for ${applets} Applets.`
}

/** Null for an unknown step. */
export function copyOf(step: UpgradeStep, plan: SoldPlan): string | null {
  return isUpgradeStep(step) ? COPY[step](plan) : null
}

/** Steps that are offers rather than limits. */
const OFFERS: readonly UpgradeStep[] = ['default', 'default_pro', 'plan_upgrade', 'holiday']

/** "Needs Pro+": the tier that lifts the limit; the plan's name for an offer. Null for an unknown step. */
export function planBadge(step: UpgradeStep, plan: SoldPlan): string | null {
  if (!isUpgradeStep(step)) return null
  return OFFERS.includes(step) ? PLANS[plan].name : `Needs ${PLANS[plan].name}`
}

/** Shown while the user is editing an Applet. */
export const EDIT_WARNING = 'Your changes to this Applet are not saved yet. They are saved once you have upgraded.'

export const UNPAID_PLAN = {
  badge: 'Payment due',
  title: 'Your last payment is overdue',
  action: 'Go to billing',
} as const

/** `planName`: the user's unpaid plan. */
export function unpaidPlanWords(planName: string): string {
  return `You have ${planName}, but its last payment did not go through, so it is paused. Pay it or change your card to use it again. You don't need to buy anything new.`
}

/** Shown when the user tries to close the modal during a payment. */
export const PAYMENT_ON_ITS_WAY = 'Your payment is being processed. This takes a moment.'
