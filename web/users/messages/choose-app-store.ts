import type { Applet } from '../../../worker/contract/applets/applet.ts'
import type { MobileSystem } from '../../../worker/contract/messages/app-link.ts'

/** The one store shown on a phone: Android's if the Applet or the device is Android, else iOS's (§2.1). */
export function chooseAppStore(type: Applet['applet_type'], device: MobileSystem): MobileSystem {
  return type === 'android' || device === 'android' ? 'android' : 'ios'
}
