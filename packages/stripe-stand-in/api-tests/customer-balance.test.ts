import { expect, test } from 'vitest'
import { refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'

test('refuses adjustments as Stripe does', async () => {
  const { stripe, customer } = await subscriberFixture()
  const adjust = (amount: number, currency: string, who = customer) =>
    refusal(stripe.customers.createBalanceTransaction(who, { amount, currency }))
  expect(await adjust(0, 'usd')).toMatchObject({ statusCode: 400, param: 'amount' })
  expect(await adjust(-1, 'eur')).toMatchObject({ statusCode: 400 })
  expect(await adjust(-1, 'usdd')).toMatchObject({ statusCode: 400, param: 'currency' })
  expect(await adjust(-1, 'usd', 'cus_none')).toMatchObject({ statusCode: 404, code: 'resource_missing' })
})
