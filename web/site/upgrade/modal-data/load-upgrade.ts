import type { UpgradeDetails } from '../../../../worker/contract/applets/applet.ts'
import { resetLoginPath } from '../../../../worker/contract/addresses.ts'
import { checkoutPath } from '../../../../worker/contract/billing/subscribe-path.ts'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { RequestError } from '../../../browser/request/request-error.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import type { ModalDataStore } from './modal-data-cache.ts'

type Ports = {
  modal: ModalDataStore
  details: (appletId: number) => Promise<UpgradeDetails>
  /** The path of the page that the modal opens on. */
  here: string
}

/** `leave`: the modal cannot be shown; go to this page instead. */
export type Loaded =
  | { kind: 'ready'; data: SubscriptionModal; details: UpgradeDetails | null }
  | { kind: 'leave'; path: string }

/**
 * Loads what the modal needs (§2.4): its data from storage or the server, and the Applet's rules, which are always asked
 * for again. If the data cannot be loaded, the plan's subscription page takes its place (§8).
 */
export async function loadUpgrade(ask: UpgradeModalRequest, user: string, ports: Ports): Promise<Loaded> {
  const { modal, here } = ports
  try {
    const kept = modal.kept(user, ask.plan)
    const [data, details] = await Promise.all([kept ?? modal.asked(user, ask.plan), loadDetails(ask, ports)])
    // The rules carry the user's current plan, which shows whether the stored data is out of date.
    const outdated = kept !== null && details !== null && !agrees(kept, details)
    return { kind: 'ready', data: outdated ? await modal.asked(user, ask.plan) : data, details }
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) {
      ask.beforeSignIn?.()
      return { kind: 'leave', path: resetLoginPath(here) }
    }
    return { kind: 'leave', path: checkoutPath(ask.plan, ask.step) }
  }
}

/** Null without an Applet or when its rules fail to load; the caller's step and plan are used instead. */
async function loadDetails({ appletId }: UpgradeModalRequest, { details }: Ports): Promise<UpgradeDetails | null> {
  if (appletId === undefined) return null
  try {
    return await details(appletId)
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) throw error
    return null
  }
}

function agrees(data: SubscriptionModal, { me }: UpgradeDetails): boolean {
  return (
    data.tier === me.tier &&
    data.subscriptionPaymentType === me.subscriptionPaymentType &&
    data.eligible_for_trial === me.eligible_for_trial &&
    data.eligible_trial_period === me.eligible_trial_period
  )
}
