import { isBilledByStripe, type BilledBy } from '../../contract/billed-by.ts'
import { withAllUpgrades, type SoldPlan, type Tier } from '../../contract/tiers.ts'
import type { OfferedPrice } from '../../db/sessions/actor-query.ts'

type Buyer = {
  tier: Tier
  student: boolean
  held: { payment_type: BilledBy; payment_interval: OfferedPrice['interval'] } | null
}

/**
 * The plans above the tier that are sold to this user now, cheapest first. A plan that Stripe bills goes up at its own
 * interval (§4.3); students buy yearly prices only (§2.3).
 */
export function upgradesOf({ tier, student, held }: Buyer, offered: readonly OfferedPrice[]): readonly SoldPlan[] {
  const { upgrades } = withAllUpgrades(tier)
  // Billing is not set up yet, which checkout says.
  if (offered.length === 0) return upgrades
  const interval = held && isBilledByStripe(held.payment_type) ? held.payment_interval : null
  const fits = (price: OfferedPrice) => {
    if (interval !== null) return price.audience === 'everyone' && price.interval === interval
    return student ? price.interval === 'year' : price.audience === 'everyone'
  }
  const sold = offered.filter((price) => !price.archived && fits(price))
  return upgrades.filter((plan) => sold.some((price) => price.tier === plan))
}
