import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { invoicePath } from '../../contract/billing/billing-overview.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { balanceOf, changeAtStripe } from '../testing/credit.fixture.ts'
import { findOrCreateCustomer } from '../customer/stripe-customer.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { aBillingFixture, anOrder } from '../testing/billing.fixture.ts'
import { aSubscriber } from '../testing/subscribed-user.fixture.ts'
import { aBuyer, kinds, live, mails, noted } from './money-mails.fixture.ts'

test('the first receipt repeats price, renewal and how to cancel', async () => {
  const { shop, user } = await aBuyer({ promo_code: 'WELCOME20' })
  const [mail, ...others] = mails(shop)
  expect(others).toEqual([])
  const [invoice] = shop.emulator.store.all('invoice')
  expect(mail).toMatchObject({ to: user.email, subject: 'Your receipt from Switchyard: $2.79' })
  expect(mail?.text.split('\n\n')).toEqual([
    'Hi ada,',
    'You paid $2.79 for Switchyard Pro on March 1, 2026.',
    `See the receipt:\nhttp://localhost:8788${invoicePath(invoice?.id ?? '')}`,
    'Your plan is Pro for $3.49 a month. It renews every month until you cancel. Your next payment is $3.49 on April 1, 2026, from your Visa ending in 4242.',
    'You can cancel online at any time and keep what you have paid for:',
    'Cancel your plan:\nhttp://localhost:8788/settings/billing?ask=cancel',
    'All amounts are in USD.\n',
  ])
  expect(mail?.html).toContain('<a href="http://localhost:8788/settings/billing?ask=cancel">Cancel your plan</a>')
})

test('a later receipt names what was charged, and no terms', async () => {
  const { shop } = await aBuyer({ promo_code: 'FOREVER10' })
  await live(shop, 32 * DAY, DAY)
  const [, second, ...others] = mails(shop, 'receipt')
  expect(others).toEqual([])
  const charged = shop.emulator.store.all('charge').map(({ amount }) => amount)
  expect(charged).toEqual([314, 314])
  expect(second?.subject).toBe('Your receipt from Switchyard: $3.14')
  expect(second?.text).toContain('You paid $3.14 for Switchyard Pro on April 1, 2026.')
  expect(second?.text).not.toContain('ask=cancel')
})

test('a receipt says what became credit, and what credit paid', async () => {
  const world = await aSubscriber({ price: 'price_intermediate_pro_year' })
  const { shop } = world
  await live(shop, 320 * DAY)
  await changeAtStripe(world, 'price_intermediate_pro_month')
  expect(await balanceOf(world)).toBe(-82)
  await live(shop, 65 * DAY, DAY)
  const texts = mails(shop, 'receipt').map(({ text }) => text.split('\n\n')[1])
  expect(texts.slice(1)).toEqual([
    'You paid nothing on January 15, 2027: the change of your plan left $0.82 of credit.',
    'You paid $2.67 for Switchyard Pro on February 15, 2027. The total was $3.49, and your credit paid $0.82 of it.',
    'You paid $3.49 for Switchyard Pro on March 15, 2027.',
  ])
})

test('the first mail of a trial names end, amount and card', async () => {
  const { shop } = await aBuyer({ trial: true, promo_code: 'THREE30' })
  expect(kinds(shop)).toEqual(['receipt'])
  expect(mails(shop)[0]?.subject).toBe('Your free trial of Switchyard Pro has started')
  expect(mails(shop)[0]?.text).toContain(
    'Your trial ends on March 8, 2026, and on that day we charge $2.44 to your Visa ending in 4242. Then your plan is Pro for $2.44 a month with THREE30 until June 1, 2026, then $3.49 a month.',
  )
  await live(shop, 8 * DAY, DAY)
  expect(shop.emulator.store.all('charge').map(({ amount }) => amount)).toEqual([244])
})

test('the first mail of a trial names what an earlier payment left', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer()
  const customer = await findOrCreateCustomer(shop.ctx, user.id)
  await shop.stripe.customers.createBalanceTransaction(customer, { amount: 500, currency: 'usd' })
  await subscribe(await shop.as(user), await anOrder(shop, { trial: true }))
  await live(shop, MINUTE)
  expect(mails(shop)).toMatchObject([{ subject: 'Your receipt from Switchyard: $5.00' }])
  expect(mails(shop)[0]?.text).toContain('You paid $5.00 for Switchyard Pro on March 1, 2026.')
})

test('the first mail of a trial waits for the bank', async () => {
  const { shop, answer } = await aBuyer({ trial: true, card: 'asks' })
  expect([kinds(shop), await noted(shop)]).toEqual([[], ['receipt open']])
  shop.bank('yes', answer?.pending_setup_intent?.client_secret)
  await shop.deliver()
  expect(kinds(shop)).toEqual(['receipt'])
})

test('a trial that its bank refused is not mailed', async () => {
  const { shop, answer } = await aBuyer({ trial: true, card: 'asks' })
  shop.bank('no', answer?.pending_setup_intent?.client_secret)
  await shop.deliver()
  shop.wait(30 * MINUTE)
  await reconcile(shop.ctx)
  await live(shop, MINUTE)
  expect([kinds(shop), await noted(shop)]).toEqual([[], ['receipt dropped']])
})
