import type { AppLink } from '../../contract/messages/app-link.ts'
import type { Settings } from '../../system/context/env.ts'

type Given = Pick<Settings, 'PRODUCT_NAME' | 'APP_STORE_URL' | 'PLAY_STORE_URL'>

/** The text with the app's address in the store of the Applet's type, else in both stores; empty where the app is in none. */
export function appLinkText(
  settings: Given,
  { applet_type, for_applet }: Pick<AppLink, 'applet_type' | 'for_applet'>,
): string {
  const { PRODUCT_NAME, APP_STORE_URL, PLAY_STORE_URL } = settings
  const stores = [applet_type === 'android' ? '' : APP_STORE_URL, applet_type === 'ios' ? '' : PLAY_STORE_URL]
  const links = stores.filter(Boolean).join(' ')
  const what = `the ${PRODUCT_NAME} app${for_applet ? ' for your Applet' : ''}`
  return links && `Get ${what}: ${links}`
}
