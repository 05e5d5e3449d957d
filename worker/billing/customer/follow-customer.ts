import type { DbCtx, StripeCtx } from '../../system/context/context.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'
import { readCustomerFacts } from '../../db/billing/stripe-customers.ts'

/** Queue consumer. Sets what D1 has, so repeating it changes nothing. Throws on failure, so that the queue retries. */
export async function followCustomer(ctx: DbCtx & StripeCtx, user_id: string): Promise<void> {
  const user = await readCustomerFacts(ctx, user_id)
  if (!user?.stripe_customer_id) return
  const stripe = await ctx.stripe()
  try {
    await stripe.customers.update(user.stripe_customer_id, { email: user.email, name: user.login })
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
}
