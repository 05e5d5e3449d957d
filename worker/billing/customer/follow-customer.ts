import type { DbCtx, StripeCtx } from '../../system/context/context.ts'
import { FinalFailure } from '../../system/errors/final-failure.ts'
import { definiteRefusal, isMissingAtStripe, stripeProblem } from '../stripe/stripe-problem.ts'
import { readCustomerFacts } from '../../db/billing/stripe-customers.ts'

/** Queue consumer. Sets what D1 has, so repeating it changes nothing. Throws on failure, so that the queue retries, and
 * `FinalFailure` where Stripe would never take it. */
export async function followCustomer(ctx: DbCtx & StripeCtx, user_id: string): Promise<void> {
  const user = await readCustomerFacts(ctx, user_id)
  if (!user?.stripe_customer_id) return
  try {
    const stripe = await ctx.stripe()
    await stripe.customers.update(user.stripe_customer_id, { email: user.email, name: user.login })
  } catch (error) {
    if (isMissingAtStripe(error)) return
    // Stripe's own words repeat the address.
    if (definiteRefusal(error)) throw new FinalFailure(`Stripe refused it: ${stripeProblem(error)?.code}.`)
    throw error
  }
}
