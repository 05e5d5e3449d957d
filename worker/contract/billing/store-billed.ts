import type { PaymentType } from '../billed-by.ts'

export type MobileStore = Exclude<PaymentType, 'stripe'>

/** The mobile stores that bill a plan, as their users know them. */
export const STORES = {
  app_store: { name: 'the App Store', device: 'iOS' },
  google_play: { name: 'Google Play', device: 'Android' },
} as const satisfies Record<MobileStore, object>

export function isMobileStore(payment_type: string | null | undefined): payment_type is MobileStore {
  return payment_type === 'app_store' || payment_type === 'google_play'
}

/** What somebody reads who is billed by a store and wants Pro+ here, word for word (§6). */
export function storeBilled(store: MobileStore): string {
  const { name, device } = STORES[store]
  return `You currently have a Pro subscription on ${name}. Please upgrade to Pro+ on your ${device} device.`
}
