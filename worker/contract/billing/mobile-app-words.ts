import { storeOf, type BilledBy } from '../billed-by.ts'
import { PLANS, type SoldPlan } from '../tiers.ts'
import { STORES } from './store-billed.ts'

/** The title for users billed by a store, in the modal and on the page of a higher plan (§2.4). */
export function mobileAppTitle(product: string): string {
  return `Upgrade with the ${product} app`
}

/** Why they cannot buy here, and where they can. `plan`: its name; null if it grants nothing now. */
export function mobileAppWords(
  plan: string | null,
  wanted: SoldPlan,
  billed_by: BilledBy | null,
  product: string,
): string[] {
  const billing = storeOf(billed_by)
  const store = billing ? STORES[billing] : { name: 'a mobile store', device: 'mobile' }
  return [
    `${plan === null ? 'Your plan' : `Your ${plan} plan`} is billed by ${store.name}. A mobile subscription cannot be updated on the web.`,
    `Open the ${product} app on your ${store.device} device and upgrade to ${PLANS[wanted].name} there. It then works here too.`,
  ]
}
