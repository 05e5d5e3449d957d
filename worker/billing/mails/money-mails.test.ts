import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import { money_mails } from '../../db/schema/money-mails.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { invoicePath } from '../../contract/billing/billing-overview.ts'
import { cancelPlan, resumePlan } from '../change-plan/cancel-plan.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { previewSwitch, switchInterval } from '../change-plan/switch-interval.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { readBilling } from '../overview/read-billing.ts'
import { reconcile } from '../testing/reconcile.fixture.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { aBillingFixture, anOrder, aCard, type Card } from '../testing/billing.fixture.ts'
import { aSubscriber, cardGoesBad, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { kinds, live, mails, noted } from './testing/money-mails.fixture.ts'

const PAYING = { trial_used_at: 1 }

/** A buyer whose checkout has ended, and whose mails have gone out. */
async function aBuyer(given: { trial?: boolean; card?: Card; promo_code?: string; timezone?: string } = {}) {
  const { trial = false, timezone = null, ...order } = given
  const shop = await aBillingFixture()
  const user = await shop.customer({ ...(!trial && PAYING), timezone, login: 'ada' })
  const answer = await subscribe(await shop.as(user), await anOrder(shop, { ...order, trial })).catch(() => null)
  await live(shop, MINUTE)
  return { shop, user, answer }
}

async function cancel(world: Pick<Subscriber, 'shop' | 'user'>) {
  const me = await world.shop.as(world.user)
  const { plan } = await readBilling(me)
  await cancelPlan(me, { last_day: plan?.last_day ?? null })
}

async function chargesOf({ shop, customer }: Subscriber) {
  return (await shop.stripe.charges.list({ customer })).data
}

// §D23-01 §D23-03
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
    'Your plan is Pro for $3.49 a month. It renews every month until you cancel. The next payment is $3.49 on April 1, 2026, from your Visa ending in 4242.',
    'You can cancel online at any time and keep what you have paid for:',
    'Cancel your plan:\nhttp://localhost:8788/settings/billing?ask=cancel',
    'All amounts are in USD.\n',
  ])
  expect(mail?.html).toContain('<a href="http://localhost:8788/settings/billing?ask=cancel">Cancel your plan</a>')
})

// §D23-01
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

// §D23-01
test('a receipt says what became credit, and what credit paid', async () => {
  const { shop, user } = await aSubscriber({ price: 'price_intermediate_pro_year' })
  await live(shop, 320 * DAY)
  const me = await shop.as(user)
  const preview = await previewSwitch(me, 'month')
  await switchInterval(me, preview)
  await live(shop, 65 * DAY, DAY)
  const texts = mails(shop, 'receipt').map(({ text }) => text.split('\n\n')[1])
  expect(preview.balance).toBe(82)
  expect(texts.slice(1)).toEqual([
    'You paid nothing on January 15, 2027: the change of your plan left $0.82 of credit.',
    'You paid $2.67 for Switchyard Pro on February 15, 2027. The total was $3.49, and your credit paid $0.82 of it.',
    'You paid $3.49 for Switchyard Pro on March 15, 2027.',
  ])
})

// §D23-04
test('the first mail of a trial names end, amount and card', async () => {
  const { shop } = await aBuyer({ trial: true, promo_code: 'THREE30' })
  expect(kinds(shop)).toEqual(['receipt'])
  expect(mails(shop)[0]?.subject).toBe('Your free trial of Switchyard Pro has started')
  expect(mails(shop)[0]?.text).toContain(
    'Your trial ends on March 8, 2026. Then your plan is Pro for $3.49 a month: we charge $2.44 to your Visa ending in 4242 on that day.',
  )
  await live(shop, 8 * DAY, DAY)
  expect(shop.emulator.store.all('charge').map(({ amount }) => amount)).toEqual([244])
})

// §D23-04
test('the first mail of a trial waits for the bank', async () => {
  const { shop, answer } = await aBuyer({ trial: true, card: 'asks' })
  expect([kinds(shop), await noted(shop)]).toEqual([[], ['receipt open']])
  shop.bank('yes', answer?.pending_setup_intent?.client_secret)
  await shop.deliver()
  expect(kinds(shop)).toEqual(['receipt'])
})

// §D23-04
test('a trial that its bank refused is not mailed', async () => {
  const { shop, answer } = await aBuyer({ trial: true, card: 'asks' })
  shop.bank('no', answer?.pending_setup_intent?.client_secret)
  await shop.deliver()
  shop.wait(30 * MINUTE)
  await reconcile(shop.ctx)
  await live(shop, MINUTE)
  expect([kinds(shop), await noted(shop)]).toEqual([[], ['receipt dropped']])
})

// §D23-05
test('a failed renewal names the day on which Applets pause', async () => {
  const world = await aSubscriber()
  await cardGoesBad(world)
  await live(world.shop, 50 * DAY, DAY)
  const [mail, ...others] = mails(world.shop, 'payment_failed')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your payment for Switchyard Pro failed')
  expect(mail?.text).toContain("We couldn't charge $3.49 for Switchyard Pro to your Visa ending in 0341.")
  expect(mail?.text).toContain('Please pay by April 15, 2026. On that day you move to Free')
  expect(mail?.text).toContain('http://localhost:8788/settings/billing?ask=card')
  expect(mails(world.shop).at(-1)?.subject).toBe('Switchyard Pro ended on April 15, 2026')
})

// §D23-05
test.each(['dead', 'failsAtCharge', 'noFunds'] as const)('a declined purchase is not mailed: %s', async (card) => {
  const { shop } = await aBuyer({ card })
  await live(shop, DAY)
  expect([kinds(shop), await noted(shop)]).toEqual([[], []])
})

// §D23-02 §D23-05
test('a payment that has succeeded since is not mailed as failed', async () => {
  const world = await aSubscriber()
  const { shop, customer, subscription } = world
  await shop.deliver()
  await cardGoesBad(world)
  shop.wait(31 * DAY)
  shop.wait(DAY)
  const { latest_invoice } = await shop.stripe.subscriptions.retrieve(subscription)
  const payment_method = await aCard(shop)
  await shop.stripe.paymentMethods.attach(payment_method, { customer })
  await shop.stripe.invoices.pay(String(latest_invoice), { payment_method })
  await shop.deliver()
  expect(kinds(shop)).toEqual(['receipt', 'receipt'])
})

// §D23-08
test('an upgrade and a switch are mailed, with the terms before', async () => {
  const { shop, user } = await aSubscriber()
  await shop.deliver()
  const me = await shop.as(user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await live(shop, MINUTE)
  await switchInterval(me, await previewSwitch(me, 'year'))
  await live(shop, MINUTE)
  expect(mails(shop, 'plan_changed').map(({ subject }) => subject)).toEqual([
    'Your Switchyard plan is now Pro+ for $9.99 a month',
    'Your Switchyard plan is now Pro+ for $99.99 a year',
  ])
  const [upgraded, switched] = mails(shop, 'plan_changed')
  expect(upgraded?.text).toContain('Before, it was Pro for $3.49 a month. Your next payment is $9.99 on April 1, 2026')
  expect(switched?.text).toContain(
    'Before, it was Pro+ for $9.99 a month. Your next payment is $99.99 on March 1, 2027',
  )
  expect(mails(shop, 'receipt')).toHaveLength(3)
})

// §D23-08
test('a price that Stripe changes by itself is mailed too', async () => {
  const { shop, subscription } = await aSubscriber({ price: 'price_pro_month' })
  await shop.deliver()
  const { items } = await shop.stripe.subscriptions.retrieve(subscription)
  const item = { id: items.data[0]?.id ?? '', price: 'price_intermediate_pro_month' }
  await shop.stripe.subscriptions.update(subscription, { items: [item], proration_behavior: 'none' })
  await shop.deliver()
  const [mail, ...others] = mails(shop, 'plan_changed')
  expect(others).toEqual([])
  expect(mail?.text).toContain('Your plan is now Pro for $3.49 a month. Before, it was Pro+ for $9.99 a month.')
})

// §D23-09
test('a cancellation names the last day, and its end is silent', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancel(world)
  await live(world.shop, 40 * DAY, DAY)
  const [mail, ...others] = mails(world.shop, 'canceled')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Switchyard Pro is canceled: your last day is April 1, 2026')
  expect(mail?.text).toContain("You keep Switchyard Pro until April 1, 2026, and you won't be charged again.")
})

// §D23-02 §D23-09
test('a cancellation taken back before its mail is not mailed', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancel(world)
  await resumePlan(await world.shop.as(world.user))
  await live(world.shop, MINUTE)
  expect([mails(world.shop, 'canceled'), await noted(world.shop)]).toEqual([[], ['canceled dropped', 'receipt queued']])
})

// §D23-09
test('a plan that an operator ends early is mailed again', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await cancel(world)
  await live(world.shop, 3 * DAY)
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'canceled').map(({ subject }) => subject)).toEqual([
    'Switchyard Pro is canceled: your last day is April 1, 2026',
    'Switchyard Pro ended on March 4, 2026',
  ])
})

// §D23-09
test('a plan that ends with its deleted customer is mailed', async () => {
  const world = await aSubscriber()
  await world.shop.deliver()
  await live(world.shop, 3 * DAY)
  await world.shop.stripe.customers.del(world.customer)
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'canceled').map(({ subject }) => subject)).toEqual(['Switchyard Pro ended on March 4, 2026'])
})

// §D23-11
test('each refund is mailed once, with the payment it is from', async () => {
  const world = await aSubscriber()
  const [charge] = await chargesOf(world)
  for (const amount of [100, 249]) {
    await world.shop.stripe.refunds.create({ charge: charge?.id ?? '', amount })
    await live(world.shop, MINUTE)
  }
  expect(mails(world.shop, 'refunded').map(({ subject }) => subject)).toEqual([
    'Your refund from Switchyard: $1.00',
    'Your refund from Switchyard: $2.49',
  ])
  const [first] = mails(world.shop, 'refunded')
  expect(first?.text).toContain('We refunded $1.00 of your payment of $3.49 on March 1, 2026.')
  expect(first?.text).toContain('It goes to your Visa ending in 4242.')
  expect(first?.text).toMatch(/billing\/invoices\/in_\w+/)
})

// §D23-02 §D23-11
test('a refund whose invoice is found only later is mailed once', async () => {
  const world = await aSubscriber()
  const { shop } = world
  const [charge] = await chargesOf(world)
  const payments = shop.emulator.store.all('invoice_payment')
  for (const { id } of payments) shop.emulator.store.remove('invoice_payment', id)
  await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
  await live(shop, MINUTE)
  for (const each of payments) shop.emulator.store.put('invoice_payment', each)
  await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 200 })
  await live(shop, MINUTE)
  expect(mails(shop, 'refunded')).toHaveLength(2)
})

// §D23-17
test('an unconfirmed address is mailed, a deleted account is not', async () => {
  const { ctx, shop } = await aSubscriber()
  const [row] = await shop.ctx.db.select().from(users)
  expect(row?.email_verified_at).toBeNull()
  await shop.deliver()
  expect(mails(shop).map(({ to }) => to)).toEqual([row?.email])
  const gone = await shop.customer()
  const mail = { kind: 'refunded' as const, subscription: '', subject: 're_1', user_id: gone.id, created_at: ctx.now() }
  await ctx.db.insert(money_mails).values({ ...mail, id: 'mon_1' })
  await ctx.db.delete(users).where(eq(users.id, gone.id))
  await live(shop, MINUTE)
  expect(await noted(shop)).toEqual(['receipt queued'])
})

// §D23-02
test.each(['duplicate', 'reorder', 'lost'] as const)('events that come %s send each mail once', async (mode) => {
  const world = await aSubscriber()
  const { shop } = world
  await reconcile(shop.ctx)
  const [charge] = await chargesOf(world)
  const me = await shop.as(world.user)
  await upgradePlan(me, await proUpgradeDetails(me))
  await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 })
  await cancel(world)
  shop.emulator.control.webhooks.mode(mode)
  await shop.deliver()
  await live(shop, 15 * MINUTE)
  await reconcile(shop.ctx)
  await live(shop, MINUTE)
  expect(kinds(shop).toSorted()).toEqual(['canceled', 'plan_changed', 'receipt', 'receipt', 'refunded'])
})

// §D23-12
test("dates are the user's own", async () => {
  const { shop } = await aBuyer({ timezone: 'Pacific/Kiritimati' })
  expect(mails(shop)[0]?.text).toContain('on March 2, 2026.')
})
