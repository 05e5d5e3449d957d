import type { UpgradeDetails } from '../../../worker/contract/applets/applet.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { planRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import type { SubscriptionModal, UpgradeStep } from '../../../worker/contract/upgrade/upgrade.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'

type Facts = Pick<SubscriptionModal, 'tier' | 'subscription_payment_type' | 'held'>

/**
 * What the modal holds (§2.4): checkout for a free user; one click for whoever Stripe bills; the mobile app for whoever
 * another channel bills. `settle`: a plan at Stripe is there and gives nothing, because it is not paid. `done`: what is
 * offered is there already, from another tab or device. `lifted`: nothing was bought, but the Applet is blocked no
 * longer, such as when another one has left its slot.
 */
export type UpgradeContent = 'checkout' | 'one_click' | 'mobile_app' | 'settle' | 'done' | 'lifted'

export function contentOf(
  { tier, subscription_payment_type, held }: Facts,
  plan: SoldPlan,
): Exclude<UpgradeContent, 'lifted'> {
  if (!planRules(tier, plan).block_user) return 'done'
  if (tier !== 'free') return subscription_payment_type === 'stripe' ? 'one_click' : 'mobile_app'
  if (held === null) return 'checkout'
  return held.payment_type === 'stripe' ? 'settle' : 'mobile_app'
}

export type Upgrade = { step: UpgradeStep; plan: SoldPlan; content: UpgradeContent }

/** Why it opens and with what: the Applet's own rules, asked just now, count more than what whoever asked knew. */
export function upgradeOf(ask: UpgradeModalRequest, data: Facts, details: UpgradeDetails | null): Upgrade {
  const rules = details?.applet.normalized_applet.enablement_rules
  const plan = rules?.minimum_tier ?? ask.plan
  const step = rules?.block_reason ?? ask.step
  const content = contentOf(data, plan)
  return { step, plan, content: rules?.block_user === false && content !== 'done' ? 'lifted' : content }
}
