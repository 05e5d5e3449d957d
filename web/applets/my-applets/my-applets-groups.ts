import type { AppletStatus, MyApplets } from '../../../worker/contract/applets/applet.ts'
import { appletRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import type { Tier } from '../../../worker/contract/tiers.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'

export type MyApplet = MyApplets['applets'][number]
export type MySection = 'enabled' | 'paused' | 'disabled' | 'created' | 'archived'

/** Groups the user's Applets. An author's own enabled Applet is in two groups. */
export function sectionsOf(applets: readonly MyApplet[]): Record<MySection, MyApplet[]> {
  const withStatus = (status: AppletStatus) => applets.filter((applet) => applet.status === status)
  return {
    enabled: withStatus('enabled_for_user'),
    paused: applets.filter(({ paused }) => paused),
    disabled: withStatus('disabled_for_user').filter(({ paused }) => !paused),
    created: applets.filter((applet) => applet.is_author && applet.status !== 'archived'),
    archived: withStatus('archived'),
  }
}

/** "1 of 2 Applets enabled"; only the count when there is no quota. */
export function quotaLine(enabled: number, total: number | null): string {
  if (total !== null) return `${enabled} of ${total} Applets enabled`
  return enabled === 1 ? '1 Applet enabled' : `${enabled} Applets enabled`
}

/** Whether one more Applet that needs nothing but a slot could be enabled (§6). */
export function quotaRules(tier: Tier, enabled: number): EnablementRules {
  const needs = { features: [], services: [] }
  return appletRules({ tier, enabled, status: 'never_enabled_for_user', needs })
}

/** The status of a restored Applet. */
export function restored(applets: readonly MyApplet[], id: number, status: AppletStatus): MyApplet[] {
  return applets.map((applet) => (applet.id === id ? { ...applet, status } : applet))
}
