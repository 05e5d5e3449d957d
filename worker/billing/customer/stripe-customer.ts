import type { CustomerAnswer } from '../../contract/billing/checkout.ts'
import type Stripe from 'stripe'
import { requireUser } from '../../system/context/require-user.ts'
import type { Ctx, DbCtx, StripeCtx } from '../../system/context/context.ts'
import { passStoredFailures } from '../stripe/make-once.ts'
import { withPaymentRefusals } from '../stripe/stripe-problem.ts'
import { giveCustomer, readCustomerFacts } from '../../db/billing/stripe-customers.ts'

/**
 * POST /api/customers: creates the user's Stripe customer when they open checkout (§7 Create customer), once per user.
 * Throws `billing_unavailable`, `payment_failed`.
 */
export async function createCustomer(ctx: Ctx): Promise<CustomerAnswer> {
  const { id } = await requireUser(ctx)
  const customer = await findOrCreateCustomer(ctx, id)
  const found = await withPaymentRefusals(async () => (await ctx.stripe()).customers.retrieve(customer))
  return { errors: [], balance: found.deleted ? 0 : found.balance }
}

/** A failure that Stripe stored may have made a customer; it stays unused, because no user has it. */
async function createOnce(stripe: Stripe, user_id: string, key: string): Promise<Stripe.Customer> {
  return passStoredFailures((nth) => stripe.customers.create({ metadata: { user_id } }, { idempotencyKey: key + nth }))
}

/** The user's Stripe customer, created if there is none yet. */
export async function findOrCreateCustomer(ctx: DbCtx & StripeCtx, user_id: string): Promise<string> {
  const user = await readCustomerFacts(ctx, user_id)
  if (!user) throw new Error('The user of this session does not exist.')
  if (user.stripe_customer_id) return user.stripe_customer_id
  const stripe = await ctx.stripe()
  // The sync counter makes a new key after a deletion at Stripe; the old key would replay the deleted customer.
  const idempotencyKey = `customer_of:${user_id}:${user.stripe_sync_begun}`
  const { email, login } = user
  const customer = await withPaymentRefusals(async () => {
    // Only what never changes goes with the key: Stripe refuses a key that comes again with another email.
    const { id } = await createOnce(stripe, user_id, idempotencyKey)
    return stripe.customers.update(id, { email, name: login })
  })
  await giveCustomer(ctx, user_id, customer.id)
  return (await readCustomerFacts(ctx, user_id))?.stripe_customer_id ?? customer.id
}
