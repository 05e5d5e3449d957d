import type { Stripe } from 'stripe'
import { SOLD_PLANS, PLANS, type SoldPlan } from '../../../worker/contract/tiers.ts'
import type { Changes } from './changes.ts'
import { productIdOf } from './for-sale.ts'
import { orNull } from './or-null.ts'

/** Makes or finds one product for each plan. An archived one is sold again; a name given in the Dashboard stays. */
export async function setUpProducts(stripe: Stripe, changes: Changes): Promise<void> {
  for (const plan of SOLD_PLANS) await setUpProduct(stripe, changes, plan)
}

async function setUpProduct(stripe: Stripe, changes: Changes, plan: SoldPlan): Promise<void> {
  const id = productIdOf(plan)
  const known = await orNull(stripe.products.retrieve(id))
  if (!known) {
    const wish = { id, name: PLANS[plan].name, metadata: { tier: plan, plan_id: plan } }
    await changes.make(`product ${id}: made`, () => stripe.products.create(wish), null)
  } else if (!known.active) {
    await changes.make(`product ${id}: active again`, () => stripe.products.update(id, { active: true }), null)
  }
}
