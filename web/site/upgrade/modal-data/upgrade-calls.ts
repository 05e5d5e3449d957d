import type { UpgradeDetails } from '../../../../worker/contract/applets/applet.ts'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { isModalData } from '../../../../worker/contract/upgrade/cached-modal-data.ts'
import { SUBSCRIPTION_MODAL_PATH, type SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { loadRequestLayer, request } from '../../../browser/api/typed-request.ts'
import { report } from '../../../browser/report/error-report.ts'
import type { RequestLayer } from '../../../browser/request/request.ts'

type GetModal = (user: string, plan: SoldPlan) => Promise<SubscriptionModal>

/**
 * The call for the modal's data. It fails for an answer that is not this user's data for this plan, and reports at once,
 * because the modal then leaves the page (§8).
 */
export function modalCall(load: () => Promise<RequestLayer>, toReport: typeof report): GetModal {
  return async (user, plan) => {
    const read = (answer: unknown) => {
      if (!isModalData(answer, user, plan)) throw new TypeError('This is not what the upgrade modal needs to know.')
      return answer
    }
    return (await (await load()).get(SUBSCRIPTION_MODAL_PATH, { plan }, { read, tell: toReport })) as SubscriptionModal
  }
}

/** The upgrade modal's calls (§7), apart from api-calls.ts so that pages do not load them. All reject with RequestError. */
export const upgradeCalls = {
  modal: modalCall(loadRequestLayer, report),
  details: (appletId: number) =>
    request.get<UpgradeDetails>(`/api/applets/${appletId}/upgrade_details`, {
      applet: { normalized_applet: { enablement_rules: 'object' } },
      me: 'object',
    }),
}
