import type { AppletStatus } from '../../../worker/contract/applets/applet.ts'
import type { MyApplet, MyApplets, MyAppletsStatus } from '../../../worker/contract/applets/my-applets.ts'
import { appletRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import type { UserTier } from '../../../worker/contract/tiers.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'

export type MySection = Exclude<MyAppletsStatus, 'created' | 'drafts'>

/** Groups the user's Applets: each is in one group, those with a trouble in the first. */
export function sectionsOf(applets: readonly MyApplet[]): Record<MySection, MyApplet[]> {
  const withStatus = (status: AppletStatus) => applets.filter((applet) => applet.status === status)
  return {
    attention: withStatus('enabled_for_user').filter(({ trouble }) => trouble),
    enabled: withStatus('enabled_for_user').filter(({ trouble }) => !trouble),
    paused: withStatus('disabled_for_user').filter(({ paused }) => paused),
    disabled: withStatus('disabled_for_user').filter(({ paused }) => !paused),
    unused: withStatus('never_enabled_for_user'),
    archived: withStatus('archived'),
  }
}

/** "1 of 2 Applets enabled"; only the count when there is no quota. */
export function quotaLine(enabled: number, total: number | null): string {
  if (total !== null) return `${enabled} of ${total} Applets enabled`
  return enabled === 1 ? '1 Applet enabled' : `${enabled} Applets enabled`
}

/** Whether one more Applet that needs nothing but a slot could be enabled (§6). */
export function quotaRules(user: UserTier, enabled: number): EnablementRules {
  const needs = { features: [], services: [] }
  return appletRules(user, { enabled, status: 'never_enabled_for_user', needs })
}

/** The lists after an archived Applet is back with this status. */
export function restored<Mine extends Pick<MyApplets, 'applets' | 'counts' | 'enabled'>>(
  mine: Mine,
  id: number,
  status: AppletStatus,
): Mine {
  const back = mine.applets.find((applet) => applet.id === id)
  if (!back) return mine
  const { counts, enabled } = mine
  const isOn = status === 'enabled_for_user' ? 1 : 0
  const isOff = status === 'disabled_for_user' ? 1 : 0
  const isUnused = status === 'never_enabled_for_user' ? 1 : 0
  return {
    ...mine,
    applets: mine.applets.map((applet) => (applet === back ? { ...applet, status } : applet)),
    enabled: enabled + isOn,
    counts: {
      ...counts,
      archived: counts.archived - 1,
      unused: counts.unused + isUnused,
      created: counts.created + 1,
      drafts: counts.drafts + (back.published ? 0 : 1),
      enabled: counts.enabled + isOn,
      disabled: counts.disabled + (back.paused ? 0 : isOff),
      paused: counts.paused + (back.paused ? isOff : 0),
    },
  }
}
