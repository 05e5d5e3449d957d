import type { UpgradeDetails } from '../../../worker/contract/applets/applet.ts'
import { resetLoginPath } from '../../../worker/contract/addresses.ts'
import { subscribePath } from '../../../worker/contract/billing/subscribe-path.ts'
import type { SubscriptionModal } from '../../../worker/contract/upgrade/upgrade.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import type { UpgradeModalRequest } from '../store/upgrade-modal-store.ts'
import type { ModalDataStore } from './modal-data-cache.ts'

type Ports = {
  modal: ModalDataStore
  details: (appletId: number) => Promise<Partial<UpgradeDetails>>
  /** What no call has reported yet (§8). */
  report: (error: unknown) => void
  /** The page that it opens on. */
  here: string
}

/** `leave`: it can not be shown; another page can. */
export type Loaded =
  | { kind: 'ready'; data: SubscriptionModal; details: UpgradeDetails | null }
  | { kind: 'leave'; path: string }

/**
 * What the modal needs to open (§2.4): its data from storage or the server, and beside it the Applet's rules, always
 * anew. Where the data can not be had, the new-subscription page of the plan is there instead (§8).
 */
export async function loadUpgrade(ask: UpgradeModalRequest, user: string, ports: Ports): Promise<Loaded> {
  const { modal, report, here } = ports
  try {
    const kept = modal.kept(user, ask.plan)
    const [data, details] = await Promise.all([kept ?? modal.asked(user, ask.plan), loadDetails(ask, ports)])
    // What was bought elsewhere since: the server's newest word about the user shows that what is kept is older.
    const outdated = kept !== null && details !== null && !agrees(kept, details)
    return { kind: 'ready', data: outdated ? await modal.asked(user, ask.plan) : data, details }
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) {
      ask.beforeSignIn?.()
      return { kind: 'leave', path: resetLoginPath(here) }
    }
    // A refused call has been reported by the request layer.
    if (!(error instanceof RequestError)) report(error)
    return { kind: 'leave', path: subscribePath(ask.plan) }
  }
}

/** Null where there is no Applet, or its rules can not be had: whoever asks has said why, and the server decides again. */
async function loadDetails({ appletId }: UpgradeModalRequest, { details }: Ports): Promise<UpgradeDetails | null> {
  if (appletId === undefined) return null
  try {
    const { applet, user } = await details(appletId)
    return applet?.normalized_applet && user ? { applet, user } : null
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) throw error
    return null
  }
}

function agrees(data: SubscriptionModal, { user }: UpgradeDetails): boolean {
  return (
    data.tier === user.tier &&
    data.subscription_payment_type === user.subscription_payment_type &&
    data.eligible_for_trial === user.eligible_for_trial &&
    data.eligible_trial_period === user.eligible_trial_period
  )
}
