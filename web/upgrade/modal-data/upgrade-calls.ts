import type { UpgradeDetails } from '../../../worker/contract/applets/applet.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { SUBSCRIPTION_MODAL_PATH } from '../../../worker/contract/upgrade/upgrade.ts'
import { loadRequestLayer } from '../../api/api-calls.ts'

/** What the upgrade modal asks (§7), apart from what every page asks. All reject with RequestError. */
export const upgradeCalls = {
  modal: async (plan: SoldPlan) => (await loadRequestLayer()).get<unknown>(SUBSCRIPTION_MODAL_PATH, { plan }),
  details: async (appletId: number) =>
    (await loadRequestLayer()).get<Partial<UpgradeDetails>>(`/api/applets/${appletId}/upgrade_details`),
}
