import { type SoldPlan, TIER_LIMITS, TIER_NAMES, type Tier } from '../../../worker/contract/tiers.ts'
import { isMobileStore, STORES } from '../../../worker/contract/billing/store-billed.ts'
import type { SubscriptionModal, UpgradeStep } from '../../../worker/contract/upgrade/upgrade.ts'
import { isUpgradeStep, upgradeTitle } from '../../../worker/contract/upgrade/blocked-words.ts'

/** What stands under the title of a step: what the plan changes about it. */
const COPY: Record<UpgradeStep, (plan: SoldPlan) => string> = {
  applet_quota: (plan) => `${roomOf(plan)} Those that you have stay as they are.`,
  applet_features: (plan) => `It does more than one thing that your plan leaves out. ${TIER_NAMES[plan]} has them all.`,
  default: () => 'As many Applets as you like, with queries, filter code and every exclusive service.',
  default_pro: (plan) => `${roomOf(plan)} Each can do several things at once.`,
  convert_pro_plus_applet: () => 'It can then look things up with queries, and decide with filter code.',
  plan_upgrade: (plan) => `${TIER_NAMES[plan]} takes the place of your plan, and works as soon as you upgrade.`,
  action: (plan) => `It belongs to a service that comes with ${TIER_NAMES[plan]}.`,
  trigger: (plan) => `It belongs to a service that comes with ${TIER_NAMES[plan]}.`,
  queries: () => 'A query looks something up while the Applet runs, for its actions to use.',
  pro_service_tqas: (plan) => `It comes with ${TIER_NAMES[plan]}, and so do all of its triggers and actions.`,
  filter_code: () => 'Filter code decides at each run whether an action runs, and with what.',
  multi_service_account: () => 'Connect a service once for work and once for home, or as often as you like.',
  multi_action: () => 'One trigger starts several actions, all in the same run.',
  holiday: (plan) => `${roomOf(plan)} Each can do several things at once.`,
  ai_maker_rate_limit: (plan) =>
    `With ${TIER_NAMES[plan]} it makes up to ${TIER_LIMITS[plan].ai_creations_per_day} Applets a day.`,
}

function roomOf(plan: SoldPlan): string {
  const { applets } = TIER_LIMITS[plan]
  return applets === null
    ? `${TIER_NAMES[plan]} has room for any number of Applets.`
    : `${TIER_NAMES[plan]} has room for ${applets} Applets.`
}

/** Null for a step that we do not know: what it says is not ours to guess. */
export function copyOf(step: UpgradeStep, plan: SoldPlan): string | null {
  return isUpgradeStep(step) ? COPY[step](plan) : null
}

/** Offers, and no limit that somebody has met. */
const OFFERS: readonly UpgradeStep[] = ['default', 'default_pro', 'plan_upgrade', 'holiday']

/** "Needs Pro+": which tier lifts the limit; null where none was met, or where the step's own title says it. */
export function tierNeeded(step: UpgradeStep, plan: SoldPlan): string | null {
  const name = TIER_NAMES[plan]
  const title = upgradeTitle(step, { plan, trialDays: null })
  const said = [` need ${name}`, ` needs ${name}`].some((end) => title.endsWith(end))
  return said || OFFERS.includes(step) || !isUpgradeStep(step) ? null : `Needs ${name}`
}

/** For whoever meets it while editing: what they typed is neither lost nor saved. */
export const EDIT_WARNING = 'Your changes to this Applet are not saved yet. They are saved once you have upgraded.'

/** For whoever another channel bills (§2.4). */
export function mobileAppTitle(product: string): string {
  return `Upgrade with the ${product} app`
}

type Billed = Pick<SubscriptionModal, 'subscription_payment_type' | 'held'> & { tier: Tier }

export function mobileAppWords(billed: Billed, product: string): string[] {
  const { tier, subscription_payment_type, held } = billed
  const type = subscription_payment_type ?? held?.payment_type
  const store = isMobileStore(type) ? STORES[type] : { name: 'a mobile store', device: 'mobile' }
  const plan = tier === 'free' ? 'Your plan' : `Your ${TIER_NAMES[tier]} plan`
  return [
    `${plan} is billed by ${store.name}. A mobile subscription cannot be updated on the web.`,
    `Open the ${product} app on your ${store.device} device and upgrade to Pro+ there. It then works here too.`,
  ]
}

export const SETTLE = {
  title: 'Your last payment is still open',
  action: 'Go to billing',
} as const

/** `planName`: what they hold, which gives nothing until it is paid. */
export function settleWords(planName: string): string {
  return `You have ${planName}, but its last payment did not go through, so it is paused. Pay it or change your card, and everything works again. Nothing new has to be bought.`
}

/** For whoever wants to close it while they pay. */
export const PAYMENT_ON_ITS_WAY = 'Your payment is on its way. This takes a moment.'
