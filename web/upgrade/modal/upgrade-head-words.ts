import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import { upgradeTitle } from '../../../worker/contract/upgrade/blocked-words.ts'
import type { Upgrade } from './upgrade-content.ts'
import { copyOf, EDIT_WARNING, mobileAppTitle, SETTLE, tierNeeded } from './upgrade-modal-words.ts'

/** What the modal says before its content; null where there is nothing to say. */
export type Head = {
  /** Why it opened, where the title says something else. It stands first. */
  reason: string | null
  title: string
  /** "Needs Pro+" */
  needs: string | null
  copy: string | null
  warning: string | null
}

type Viewer = Pick<SubscriptionModal, 'eligible_for_trial' | 'eligible_trial_period'>
type Around = { product: string; editing: boolean }

/** Title and introduction (§2.4): with a trial, where the user has one; the mobile app and an open payment have their own. */
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
    settle: () => SETTLE.title,
  }[content]()
  return {
    reason: title === plain ? null : plain,
    title,
    // Who has a plan that is not paid needs no other one.
    needs: content === 'settle' ? null : tierNeeded(step, plan),
    copy: sells ? copyOf(step, plan) : null,
    warning: sells && editing ? EDIT_WARNING : null,
  }
}
