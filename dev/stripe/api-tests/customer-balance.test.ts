import { expect, test } from 'vitest'
import { catalogFixture, refusal } from '../testing/subscriber.fixture.ts'

test('an adjustment changes the balance and is listed newest first', async () => {
  const { stripe, buyer, customerOf } = await catalogFixture()
  const { customer } = await buyer()
  await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' })
  const second = await stripe.customers.createBalanceTransaction(customer, {
    amount: 120,
    currency: 'usd',
    description: 'A correction',
    metadata: { why: 'test' },
  })
  expect(second).toMatchObject({ type: 'adjustment', ending_balance: -380, metadata: { why: 'test' } })
  expect((await customerOf(customer)).balance).toBe(-380)
  const { data } = await stripe.customers.listBalanceTransactions(customer)
  expect(data.map(({ amount }) => amount)).toEqual([120, -500])
})

test('credit pays for the next invoice', async () => {
  const { stripe, buyer, prices, customerOf } = await catalogFixture()
  const { customer, method } = await buyer()
  await stripe.customers.createBalanceTransaction(customer, { amount: -100, currency: 'usd' })
  await stripe.subscriptions.create({
    customer,
    default_payment_method: method,
    items: [{ price: prices.proMonth }],
  })
  const [invoice] = (await stripe.invoices.list({ customer })).data
  expect(invoice).toMatchObject({ total: 349, amount_paid: 249 })
  expect((await customerOf(customer)).balance).toBe(0)
})

test('refuses an adjustment without an amount or a customer', async () => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer()
  const without = stripe.rawRequest('POST', `/v1/customers/${customer}/balance_transactions`, { currency: 'usd' })
  expect(await refusal(without)).toMatchObject({ code: 'parameter_missing', param: 'amount' })
  const unknown = stripe.customers.createBalanceTransaction('cus_none', { amount: -1, currency: 'usd' })
  expect(await refusal(unknown)).toMatchObject({ code: 'resource_missing' })
})
