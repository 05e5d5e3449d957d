import type { UpgradeDetails } from '../../../../worker/contract/applets/applet.ts'
import type { EnablementRules, SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { checkout } from '../../../testing/checkout.fixture.ts'

/** For tests: the server's clock when it answered. */
export const SERVED = Date.UTC(2026, 10, 21, 12)

/** For tests: fresh modal data for a free user whose trial is used up. */
export function modal(fields: Partial<SubscriptionModal> = {}): SubscriptionModal {
  return {
    plan: 'intermediate_pro',
    tier: 'free',
    subscriptionPaymentType: null,
    served_at: SERVED,
    ...checkout(),
    ...fields,
  }
}

/** For tests: an Applet's upgrade details, for the user of `modal()`. */
export function details(
  rules: EnablementRules = { block_user: true, minimum_tier: 'intermediate_pro', block_reason: 'applet_quota' },
  me: Partial<UpgradeDetails['me']> = {},
): UpgradeDetails {
  return {
    applet: { id: 9, normalized_applet: { enablement_rules: rules, failed_applet_run_notifications_enabled: true } },
    me: {
      login: 'ada',
      tier: 'free',
      eligible_for_trial: false,
      eligible_trial_period: 7,
      isTrialing: false,
      subscriptionPaymentType: null,
      user_subscriptions: [],
      applet_quota_slots_total: 2,
      applet_quota_slots_remaining: 0,
      ...me,
    },
  }
}
