import { eq } from 'drizzle-orm'
import type { DbCtx, StripeCtx } from '../../system/context/context.ts'
import { users } from '../../db/schema/accounts.ts'
import { isMissingAtStripe } from '../stripe/stripe-problem.ts'

/** Queue consumer. Sets what D1 has, so repeating it changes nothing. Throws on failure, so that the queue retries. */
export async function followCustomer(ctx: DbCtx & StripeCtx, user_id: string): Promise<void> {
  const { email, login, stripe_customer_id } = users
  const [user] = await ctx.db.select({ email, login, stripe_customer_id }).from(users).where(eq(users.id, user_id))
  if (!user?.stripe_customer_id) return
  const stripe = await ctx.stripe()
  try {
    await stripe.customers.update(user.stripe_customer_id, { email: user.email, name: user.login })
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error
  }
}
