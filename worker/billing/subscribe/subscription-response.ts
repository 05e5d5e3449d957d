import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import type { SubscriptionResponse } from '../../contract/billing/checkout.ts'
import type { SubscriptionWithIntent } from './create-subscription.ts'
import { toSubscriptionResponse } from './response-shape.ts'
import { tierOf } from '../../users/entitlements/entitlement-rules.ts'
import { readSubscriptionsOf } from '../../db/billing/user-subscriptions.ts'

/** The response of §3, with the permissions that D1 grants now. */
export async function subscriptionResponse(
  ctx: DbCtx & ClockCtx,
  user_id: string,
  { subscription, intent }: SubscriptionWithIntent,
): Promise<SubscriptionResponse> {
  const held = await readSubscriptionsOf(ctx, user_id)
  return toSubscriptionResponse(subscription, intent, tierOf(held, ctx.now()))
}
