import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { aBillingFixture } from '../testing/billing.fixture.ts'
import { aSubscriber } from '../testing/subscribed-user.fixture.ts'
import { createCustomer, findOrCreateCustomer } from './stripe-customer.ts'

test.each(['500', '500_after_commit'] as const)('a %s that Stripe replays does not keep a user out', async (kind) => {
  const shop = await aBillingFixture()
  const { ctx, emulator } = shop
  const user = await shop.customer()
  emulator.control.fail({ kind, on: 'POST /v1/customers' })
  await expect(findOrCreateCustomer(ctx, user.id)).rejects.toMatchObject({ code: 'payment_failed' })
  emulator.control.clearFaults()
  const customer = await findOrCreateCustomer(ctx, user.id)
  expect(await findOrCreateCustomer(ctx, user.id)).toBe(customer)
})

test('tells checkout the credit of a customer', async () => {
  const { ctx, customer, shop } = await aSubscriber()
  expect(await createCustomer(ctx)).toEqual({ errors: [], balance: 0 })
  await shop.stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' })
  expect(await createCustomer(ctx)).toEqual({ errors: [], balance: -500 })
})

test('a changed email after a lost answer creates no second customer', async () => {
  const shop = await aBillingFixture()
  const { ctx, stripe } = shop
  const user = await shop.customer()
  const first = await findOrCreateCustomer(ctx, user.id)
  // The answer was lost before D1 had it, and the user has a new address by now.
  await ctx.db.update(users).set({ stripe_customer_id: null, email: 'new@own.test' }).where(eq(users.id, user.id))
  expect(await findOrCreateCustomer(ctx, user.id)).toBe(first)
  expect(await stripe.customers.retrieve(first)).toMatchObject({
    email: 'new@own.test',
    metadata: { user_id: user.id },
  })
})
