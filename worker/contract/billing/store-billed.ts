import type { MobileStore } from '../billed-by.ts'

/** The mobile stores that bill a plan, as their users know them. */
export const STORES = {
  app_store: { name: 'the App Store', device: 'iOS' },
  google_play: { name: 'Google Play', device: 'Android' },
} as const satisfies Record<MobileStore, object>

/** The refusal of Pro+ for a user whom a store bills, word for word (§6). */
export function storeBilled(store: MobileStore): string {
  const { name, device } = STORES[store]
  return `You currently have a Pro subscription on ${name}. Please upgrade to Pro+ on your ${device} device.`
}
