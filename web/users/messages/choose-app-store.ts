import type { Applet } from '../../../worker/contract/applets/applet.ts'
import { MOBILE_SYSTEMS, type MobileSystem } from '../../../worker/contract/messages/app-link.ts'
import type { SiteSettings } from '../../../worker/contract/site.ts'

/** The one store shown on a phone: Android's if the Applet or the device is Android, else iOS's (§2.1). */
export function chooseAppStore(type: Applet['applet_type'], device: MobileSystem): MobileSystem {
  return type === 'android' || device === 'android' ? 'android' : 'ios'
}

type Addresses = Pick<SiteSettings, 'app_store_url' | 'play_store_url'>

/** Where the app is in a store; empty where it is not. */
export function storeAddress({ app_store_url, play_store_url }: Addresses, store: MobileSystem): string {
  return store === 'ios' ? app_store_url : play_store_url
}

/** The stores that have the app, of those for an Applet of this type: a phone's own, or all on a desktop. */
export function offeredStores(
  addresses: Addresses,
  type: Applet['applet_type'],
  device: MobileSystem | null,
): readonly MobileSystem[] {
  const wanted = device ? [chooseAppStore(type, device)] : type ? [type] : MOBILE_SYSTEMS
  return wanted.filter((store) => storeAddress(addresses, store))
}
