import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import { invoiceOf, refusal, subscriberFixture } from '../testing/subscriber.fixture.ts'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'

const itemOf = ({ items }: Stripe.Subscription, unit_amount: number, more = {}) => ({
  price_data: { currency: 'usd', product: String(items.data[0]?.price.product), unit_amount },
  discountable: false,
  metadata: { why: 'test' },
  ...more,
})

test('lowers an added item by no discount if ruled out', async () => {
  const { upgrade, subscription } = await subscriberFixture('visa', { discounts: [{ coupon: 'forever' }] })
  const invoice = invoiceOf(await upgrade({ add_invoice_items: [itemOf(subscription, 300)] }))
  expect(invoice.total).toBe(300 + 999 - 100 - 314)
  const other = await subscriberFixture('visa', { discounts: [{ coupon: 'forever' }] })
  const lowered = itemOf(other.subscription, 300, { discountable: true })
  expect(invoiceOf(await other.upgrade({ add_invoice_items: [lowered] })).total).toBe(300 - 30 + 999 - 100 - 314)
})

test('leaves no added item behind when the card is declined', async () => {
  const { stripe, customer, subscription, upgrade } = await subscriberFixture()
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
  const added = { add_invoice_items: [itemOf(subscription, 200)] }
  expect(await refusal(upgrade(added))).toMatchObject({ statusCode: 402 })
  expect((await stripe.invoiceItems.list({ customer })).data).toEqual([])
})

test('an added item waits for the next invoice if nothing is billed', async () => {
  const { stripe, customer, subscription, wait, read } = await subscriberFixture()
  await stripe.subscriptions.update(subscription.id, { add_invoice_items: [itemOf(subscription, -100)] })
  expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toMatchObject([{ amount: -100 }])
  wait(32 * DAY_SECONDS)
  expect(invoiceOf(await read(subscription.id))).toMatchObject({ total: 249, status: 'paid' })
})
