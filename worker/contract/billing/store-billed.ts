import { storeOf, type BilledBy, type MobileStore } from '../billed-by.ts'
import { isSold, PLANS, withAllUpgrades, type Tier } from '../tiers.ts'

/** The mobile stores that bill a plan, as their users know them. */
export const STORES = {
  app_store: { name: 'the App Store', device: 'iOS' },
  google_play: { name: 'Google Play', device: 'Android' },
} as const satisfies Record<MobileStore, object>

/**
 * The refusal of a higher plan for a user whom a store bills, word for word (§6). Null where no store bills them, or
 * where the store sells no higher plan than theirs.
 */
export function storeBilled(tier: Tier, billed_by: BilledBy | null): string | null {
  const store = storeOf(billed_by)
  const [higher] = withAllUpgrades(tier).upgrades
  if (!store || !isSold(tier) || !higher) return null
  const { name, device } = STORES[store]
  return `You currently have a ${PLANS[tier].name} subscription on ${name}. Please upgrade to ${PLANS[higher].name} on your ${device} device.`
}
