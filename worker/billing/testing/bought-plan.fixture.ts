import { getMe } from '../../users/accounts/get-me.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { anOrder, aBillingFixture, type BillingFixture } from './billing.fixture.ts'

/** A user who has bought Pro without a trial, and whose events have arrived. */
export async function aBoughtPlan() {
  const shop = await aBillingFixture()
  const user = await shop.customer({ trial_used_at: 1 })
  const { subscription_id } = await subscribe(await shop.as(user), await anOrder(shop))
  await shop.deliver()
  return { shop, user, subscription_id }
}

export async function tierOf(shop: BillingFixture, user: { id: string }) {
  return (await getMe(await shop.as(user)))?.tier
}
