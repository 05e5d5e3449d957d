import type { UpgradeDetails } from '../../../worker/contract/applets/applet.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { SUBSCRIPTION_MODAL_PATH } from '../../../worker/contract/upgrade/upgrade.ts'
import { loadRequestLayer } from '../../api/api-calls.ts'

/** The upgrade modal's calls (§7), apart from api-calls.ts so that pages do not load them. All reject with RequestError. */
export const upgradeCalls = {
  modal: async (plan: SoldPlan) => (await loadRequestLayer()).get<unknown>(SUBSCRIPTION_MODAL_PATH, { plan }),
  details: async (appletId: number) =>
    (await loadRequestLayer()).get<Partial<UpgradeDetails>>(`/api/applets/${appletId}/upgrade_details`),
}
