import type { UpgradeDetails } from '../../../worker/contract/applets/applet.ts'
import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { SUBSCRIPTION_MODAL_PATH } from '../../../worker/contract/upgrade/upgrade.ts'
import { loadRequestLayer, request } from '../../api/typed-request.ts'

/** The upgrade modal's calls (§7), apart from api-calls.ts so that pages do not load them. All reject with RequestError. */
export const upgradeCalls = {
  /** Its reader checks the answer, as it checks what it has stored, and reports what fails, whatever the status (§8). */
  modal: async (plan: SoldPlan) =>
    (await loadRequestLayer()).get(SUBSCRIPTION_MODAL_PATH, { plan }, { tell: () => {} }),
  details: (appletId: number) =>
    request.get<UpgradeDetails>(`/api/applets/${appletId}/upgrade_details`, {
      applet: { normalized_applet: { enablement_rules: 'object' } },
      user: 'object',
    }),
}
