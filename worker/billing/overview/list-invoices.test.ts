import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { INVOICES_A_PAGE } from '../../contract/billing/billing-overview.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { aBillingFixture, aCard, anOrder } from '../testing/billing.fixture.ts'
import { aDebtor, aSubscriber, cardGoesBad, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { listInvoices } from './list-invoices.ts'
import { readBilling } from './read-billing.ts'
import { readInvoice } from './read-invoice.ts'

test('lists invoices a page at a time, each once', async () => {
  let world = await aSubscriber()
  for (let month = 0; month < INVOICES_A_PAGE + 2; month++) world = await pass(world, 31 * DAY)
  const first = await readBilling(world.ctx)
  expect([first.invoices.length, first.has_more]).toEqual([INVOICES_A_PAGE, true])
  const rest = await listInvoices(world.ctx, first.invoices.at(-1)?.id)
  expect(rest.has_more).toBe(false)
  const ids = [...first.invoices, ...rest.invoices].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(INVOICES_A_PAGE)
})

test('leaves declined attempts out of the invoices', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer({ trial_used_at: 0 })
  const ctx = await shop.as(user)
  const refused = subscribe(ctx, await anOrder(shop, { card: 'failsAtCharge' }))
  await expect(refused).rejects.toMatchObject({ code: 'card_declined' })
  await subscribe(ctx, await anOrder(shop))
  const { invoices } = await readBilling(ctx)
  expect(invoices.map(({ status }) => status)).toEqual(['paid'])
})

test('leaves out a trial that its bank never confirmed', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  const asked = await subscribe(await shop.as(user), await anOrder(shop, { card: 'asks', trial: true }))
  expect(asked.pending_setup_intent).not.toBeNull()
  const ctx = await shop.as(user)
  expect((await readBilling(ctx)).invoices).toEqual([])
  const id = String((await shop.stripe.subscriptions.retrieve(asked.subscription_id)).latest_invoice)
  await expect(readInvoice(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
  // Another card begins one.
  await subscribe(ctx, await anOrder(shop, { card: 'otherGood', trial: true }))
  expect((await readBilling(await shop.as(user))).invoices).toMatchObject([{ status: 'paid', total: 0 }])
})

/** One more subscription of the customer at Stripe, whose bank still waits for an answer. */
async function unfinished({ shop, customer }: Pick<Subscriber, 'shop' | 'customer'>) {
  const default_payment_method = await aCard(shop, 'asks')
  await shop.stripe.paymentMethods.attach(default_payment_method, { customer })
  const items = [{ price: 'price_pro_month' }]
  return shop.stripe.subscriptions.create({ customer, items, default_payment_method })
}

test('shows no invoice while the bank has not answered a first payment', async () => {
  const world = await aSubscriber()
  const { status, latest_invoice } = await unfinished(world)
  expect(status).toBe('incomplete')
  expect((await readBilling(world.ctx)).invoices.map((each) => each.status)).toEqual(['paid'])
  await expect(readInvoice(world.ctx, String(latest_invoice))).rejects.toMatchObject({ code: 'not_found' })
})

test('lists what is older than a page of unfinished attempts', async () => {
  const world = await aSubscriber()
  for (let attempt = 0; attempt < INVOICES_A_PAGE + 1; attempt++) await unfinished(world)
  const { invoices, has_more } = await readBilling(world.ctx)
  expect([invoices.map(({ status }) => status), has_more]).toEqual([['paid'], false])
})

test('what is owed of an invoice leaves out what credit paid', async () => {
  const world = await aSubscriber()
  await cardGoesBad(world)
  await world.shop.stripe.customers.createBalanceTransaction(world.customer, { amount: -100, currency: 'usd' })
  const { ctx } = await pass(world, 32 * DAY)
  expect((await readBilling(ctx)).invoices[0]).toMatchObject({ status: 'open', total: 349, amount_due: 249 })
})

test('calls an unpaid invoice of an ended plan not charged', async () => {
  const world = await aDebtor()
  expect((await readBilling(world.ctx)).invoices.map(({ status }) => status)).toEqual(['open', 'paid'])
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  const { ctx } = await pass(world, 1000)
  const { tier, invoices } = await readBilling(ctx)
  expect([tier, invoices.map(({ status }) => status)]).toEqual(['free', ['lapsed', 'paid']])
  expect(await readInvoice(ctx, invoices[0]?.id ?? '')).toMatchObject({ status: 'lapsed' })
})

test('still calls an invoice open that belongs to no plan', async () => {
  const { shop, customer, ctx } = await aSubscriber()
  const { id } = await shop.stripe.invoices.create({ customer, collection_method: 'send_invoice', days_until_due: 7 })
  await shop.stripe.invoiceItems.create({ customer, invoice: id, amount: 500, currency: 'usd' })
  await shop.stripe.invoices.finalizeInvoice(id)
  expect((await readBilling(ctx)).invoices[0]).toMatchObject({ id, status: 'open', total: 500 })
})
