/** @module-tag long */
import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { readInvoice } from '../overview/read-invoice.ts'
import { readBilling } from '../overview/read-billing.ts'
import { aCard } from '../testing/billing.fixture.ts'
import { aSwitcher, balanceOf, changeAtStripe, switchToMonths } from '../testing/credit.fixture.ts'
import { aSubscriber, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'

const creditOf = async ({ ctx }: Subscriber) => (await readBilling(ctx)).credit
const refundable = async (world: Subscriber) =>
  ((await creditOf(world))?.refunds ?? []).reduce((sum, { amount }) => sum + amount, 0)
const give = ({ shop, customer }: Subscriber, cents: number) =>
  shop.stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'usd' })
const switchTo = (world: Subscriber, interval: 'month' | 'year') =>
  changeAtStripe(world, `price_intermediate_pro_${interval}`)

test('shows unused time as credit for the card that paid', async () => {
  const world = await aSwitcher()
  const amount = -(await balanceOf(world))
  expect(await creditOf(world)).toEqual({
    amount,
    currency: 'usd',
    refunds: [{ amount, card: { brand: 'visa', last4: '4242' } }],
    kept: 0,
    unplaced: 0,
  })
})

test('names the card that paid, not the one that pays next', async () => {
  const world = await aSwitcher()
  const method = await aCard(world.shop, 'otherGood')
  await world.shop.stripe.paymentMethods.attach(method, { customer: world.customer })
  await world.shop.stripe.subscriptions.update(world.subscription, { default_payment_method: method })
  expect((await creditOf(world))?.refunds).toMatchObject([{ card: { last4: '4242' } }])
})

test('uses gifts before unused time', async () => {
  const world = await aSwitcher()
  const unused = await refundable(world)
  await give(world, 349)
  await pass(world, 32 * DAY)
  expect(await refundable(await pass(world, 0))).toBe(unused)
  expect((await creditOf(await pass(world, 0)))?.kept).toBe(0)
})

test('a gift that paid a year comes back as a gift', async () => {
  const world = await aSubscriber()
  await give(world, 1000)
  await switchTo(world, 'year')
  const [yearly] = (await readBilling(world.ctx)).invoices
  expect(yearly).toMatchObject({ amount_paid: 2150 })
  const back = await switchToMonths(world)
  const credit = -(await balanceOf(back))
  // The gift paid 1000 of the year's 3499 cents, and what comes back of it pays the first month.
  const given = Math.round(((credit + 349) * 1000) / 3499) - 349
  expect(await creditOf(back)).toMatchObject({ amount: credit, kept: given })
  expect(await refundable(back)).toBe(credit - given)
})

test('a gift by a negative invoice line stays', async () => {
  const world = await aSwitcher()
  const unused = await refundable(world)
  const { stripe } = world.shop
  await stripe.invoiceItems.create({ customer: world.customer, amount: -700, currency: 'usd' })
  const { id } = await stripe.invoices.create({
    customer: world.customer,
    pending_invoice_items_behavior: 'include',
  })
  await stripe.invoices.finalizeInvoice(id)
  expect(await creditOf(world)).toMatchObject({ kept: 700 })
  expect(await refundable(world)).toBe(unused)
})

test('never refunds time that was not paid', async () => {
  const world = await pass(await aSubscriber({ price: 'price_intermediate_pro_year' }), DAY)
  const { store } = world.shop.emulator
  const [invoice] = store.all('invoice')
  if (invoice) store.put('invoice', { ...invoice, status: 'uncollectible' })
  await switchTo(world, 'month')
  expect(await refundable(world)).toBe(0)
  expect((await creditOf(world))?.kept).toBe(-(await balanceOf(world)))
})

test('credit comes back to its source when an attempt is voided', async () => {
  const world = await aSwitcher()
  await give(world, 100)
  const before = await creditOf(world)
  const { stripe } = world.shop
  await stripe.invoiceItems.create({ customer: world.customer, amount: 5000, currency: 'usd' })
  const { id } = await stripe.invoices.create({
    customer: world.customer,
    pending_invoice_items_behavior: 'include',
  })
  await stripe.invoices.finalizeInvoice(id)
  expect(await creditOf(world)).toBeNull()
  await stripe.invoices.voidInvoice(id)
  expect(await creditOf(world)).toEqual(before)
})

test('months paid with unused time are refunded as such', async () => {
  const world = await pass(await aSwitcher(), 32 * DAY)
  await switchTo(world, 'year')
  const again = await switchToMonths(world)
  expect(await creditOf(again)).toMatchObject({ kept: 0, unplaced: 0 })
  expect(await refundable(again)).toBe(-(await balanceOf(again)))
})

test('a receipt counts as credit only what was credit', async () => {
  const world = await aSubscriber()
  await give(world, 310)
  const [month] = (await readBilling((await pass(world, 32 * DAY)).ctx)).invoices
  const receipt = await readInvoice((await pass(world, 0)).ctx, month?.id ?? '')
  expect(receipt).toMatchObject({ total: 349, credit: 310, amount_due: 0 })
})
