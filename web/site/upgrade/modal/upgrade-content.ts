import type { UpgradeDetails } from '../../../../worker/contract/applets/applet.ts'
import { isBilledByStripe } from '../../../../worker/contract/billed-by.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { planRules } from '../../../../worker/contract/enablement/enablement-rules.ts'
import type { SubscriptionModal, UpgradeStep } from '../../../../worker/contract/upgrade/upgrade.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'

type ViewerPlan = Pick<SubscriptionModal, 'tier' | 'subscriptionPaymentType' | 'held'>
/** `campaign`: undefined while it is not known whether one runs. */
type UpgradeViewer = ViewerPlan & { campaign?: string | null }

/**
 * The content of the modal (§2.4): checkout for a free user, one click for a user billed by Stripe, the mobile app for
 * a user billed by a store. `unpaid_plan`: the user's Stripe plan is unpaid. `done`: the user already has the plan,
 * bought in another tab or on another device. `lifted`: nothing was bought, but the Applet is no longer blocked.
 */
export type UpgradeContent = 'checkout' | 'one_click' | 'mobile_app' | 'unpaid_plan' | 'done' | 'lifted'

function contentOf(
  { tier, subscriptionPaymentType, held }: ViewerPlan,
  plan: SoldPlan,
): Exclude<UpgradeContent, 'lifted'> {
  if (!planRules(tier, plan).block_user) return 'done'
  if (tier !== 'free') return isBilledByStripe(subscriptionPaymentType) ? 'one_click' : 'mobile_app'
  if (held === null) return 'checkout'
  return isBilledByStripe(held.payment_type) ? 'unpaid_plan' : 'mobile_app'
}

export type Upgrade = { step: UpgradeStep; plan: SoldPlan; content: UpgradeContent }

/**
 * Why the modal opens and with what content. The Applet's fresh rules override the caller's step and plan. Without a
 * running campaign, its step is the default one.
 */
export function upgradeOf(ask: UpgradeModalRequest, data: UpgradeViewer, details: UpgradeDetails | null): Upgrade {
  const rules = details?.applet.normalized_applet.enablement_rules
  const plan = rules?.minimum_tier ?? ask.plan
  const asked = rules?.block_reason ?? ask.step
  const step = asked === 'holiday' && data.campaign === null ? 'default_pro' : asked
  const content = contentOf(data, plan)
  return { step, plan, content: rules?.block_user === false && content !== 'done' ? 'lifted' : content }
}
