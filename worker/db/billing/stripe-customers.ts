import { and, eq, isNull } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { users } from '../schema/accounts.ts'

/** What Stripe is told of a user, and the customer that they are there, if they are one. */
type CustomerFacts = Pick<typeof users.$inferSelect, 'email' | 'login' | 'stripe_customer_id' | 'stripe_sync_begun'>

/** Null if there is no such user. */
export async function readCustomerFacts({ db }: DbCtx, user_id: string): Promise<CustomerFacts | null> {
  const { email, login, stripe_customer_id, stripe_sync_begun } = users
  const [user] = await db
    .select({ email, login, stripe_customer_id, stripe_sync_begun })
    .from(users)
    .where(eq(users.id, user_id))
  return user ?? null
}

/** Gives the user this customer, unless they have one. */
export async function giveCustomer({ db }: DbCtx, user_id: string, customer: string): Promise<void> {
  await db
    .update(users)
    .set({ stripe_customer_id: customer })
    .where(and(eq(users.id, user_id), isNull(users.stripe_customer_id)))
}

/** The next checkout makes a new customer. */
export async function forgetCustomer({ db }: DbCtx, customer: string): Promise<void> {
  await db.update(users).set({ stripe_customer_id: null }).where(eq(users.stripe_customer_id, customer))
}
