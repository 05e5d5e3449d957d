import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { upgradeTitle } from '../../../../worker/contract/upgrade/upgrade-titles.ts'
import type { Upgrade } from './upgrade-content.ts'
import { mobileAppTitle } from '../../../../worker/contract/billing/mobile-app-words.ts'
import { copyOf, EDIT_WARNING, UNPAID_PLAN, planBadge } from './upgrade-modal-words.ts'

/** The texts above the modal's content; null where there is none. */
export type Head = {
  /** Why the modal opened, if the title does not say it. Shown first. */
  reason: string | null
  title: string
  /** "Needs Pro+", of an offer "Pro+": always there, so that every head has the same form. Null for an unknown step. */
  badge: string | null
  copy: string | null
  warning: string | null
}

type Viewer = Pick<SubscriptionModal, 'eligible_for_trial' | 'eligible_trial_period'>
type Around = { product: string; editing: boolean }

/** Title and introduction (§2.4). The title offers a trial if the user is eligible. */
export function headOf({ step, plan, content }: Upgrade, viewer: Viewer, { product, editing }: Around): Head {
  const plain = upgradeTitle(step, { plan, trialDays: null })
  const trialDays = viewer.eligible_for_trial ? viewer.eligible_trial_period : null
  const sells = content === 'checkout' || content === 'one_click'
  const title = {
    checkout: () => upgradeTitle(step, { plan, trialDays }),
    one_click: () => plain,
    done: () => plain,
    lifted: () => plain,
    mobile_app: () => mobileAppTitle(product),
    unpaid_plan: () => UNPAID_PLAN.title,
  }[content]()
  return {
    reason: title === plain ? null : plain,
    title,
    // A user with an unpaid plan needs to pay it, not to buy another.
    badge: content === 'unpaid_plan' ? UNPAID_PLAN.badge : planBadge(step, plan),
    copy: sells ? copyOf(step, plan) : null,
    warning: sells && editing ? EDIT_WARNING : null,
  }
}
