import type { Ctx } from '../../context/context.ts'
import { unusedYear } from '../../billing/credit/unused-year.ts'
import { isMissingAtStripe } from '../../stripe/stripe-problem.ts'
import type { subscriptions } from '../../db/schema/billing.ts'

type Plan = Pick<typeof subscriptions.$inferSelect, 'stripe_subscription_id' | 'payment_interval' | 'status'>

/**
 * What is refunded of a plan if its account goes on its day, in cents: what of a paid year is unused then, and was
 * neither refunded before nor is disputed (/terms). `due_at`: ms. Throws what Stripe's client throws.
 */
export async function readDeletionRefund(
  ctx: Ctx,
  { stripe_subscription_id: id, payment_interval, status }: Plan,
  due_at: number,
): Promise<number> {
  if (!id || payment_interval !== 'year' || status !== 'active') return 0
  const stripe = await ctx.stripe()
  try {
    return await unusedYear(stripe, await stripe.subscriptions.retrieve(id), due_at)
  } catch (error) {
    if (isMissingAtStripe(error)) return 0
    throw error
  }
}
