import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { SubscriptionResponse } from '../contract/checkout.ts'
import type { Whole } from './at-stripe.ts'
import { toResponse } from './response.ts'
import { tierOf } from './rules.ts'
import { subscriptions } from './tables.ts'

/** The response of §3, with what D1 now says that the user may do. */
export async function answer(
  ctx: Ctx,
  user_id: string,
  { subscription, intent }: Whole,
): Promise<SubscriptionResponse> {
  const held = await ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id))
  return toResponse(subscription, intent, tierOf(held, ctx.now()))
}
