/** @module-tag long */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DELETION_WAITS } from '../../contract/accounts/account-deletion.ts'
import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { users } from '../../db/schema/accounts.ts'
import { aCard } from '../testing/billing.fixture.ts'
import { aSubscriber, cardGoesBad } from '../testing/subscribed-user.fixture.ts'
import { aBuyer, kinds, live, mails, noted } from './money-mails.fixture.ts'

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

test.each(['dead', 'failsAtCharge', 'noFunds'] as const)('a declined purchase is not mailed: %s', async (card) => {
  const { shop } = await aBuyer({ card })
  await live(shop, DAY)
  expect([kinds(shop), await noted(shop)]).toEqual([[], []])
})

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

test("a declined charge of an operator's change is mailed too", async () => {
  const world = await aSubscriber()
  await cardGoesBad(world)
  world.shop.wait(5 * DAY)
  const { items } = await world.shop.stripe.subscriptions.retrieve(world.subscription)
  await world.shop.stripe.subscriptions.update(world.subscription, {
    items: [{ id: items.data[0]?.id ?? '', price: 'price_pro_month' }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'allow_incomplete',
  })
  await live(world.shop, MINUTE)
  expect(mails(world.shop, 'payment_failed')).toMatchObject([{ subject: 'Your payment for Switchyard Pro+ failed' }])
})

test('who deletes the account is not asked to change a card', async () => {
  const world = await aSubscriber()
  await cardGoesBad(world)
  world.shop.wait(31 * DAY)
  const deletes_at = world.ctx.now() + DELETION_WAITS
  await world.shop.ctx.db.update(users).set({ deletes_at }).where(eq(users.id, world.user.id))
  await live(world.shop, DAY)
  expect(await noted(world.shop)).toContain('payment_failed dropped')
  expect(mails(world.shop, 'payment_failed')).toEqual([])
})

test('a renewal that waits for the bank asks to confirm it', async () => {
  const world = await aSubscriber()
  await cardGoesBad(world, 'asks')
  await live(world.shop, 40 * DAY, DAY)
  const [mail, ...others] = mails(world.shop, 'payment_failed')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your bank wants you to confirm your payment for Switchyard Pro')
  expect(mail?.text).toContain(
    'Your bank wants you to confirm the payment of $3.49 for Switchyard Pro from your Visa ending in 3184.',
  )
  expect(mail?.text).toContain('Please confirm by April 15, 2026. On that day you move to Free')
  expect(mail?.text).toContain('Confirm the payment:\nhttp://localhost:8788/settings/billing\n')
  expect(mail?.text).not.toContain('Change your card')
})
