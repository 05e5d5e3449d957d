import { expect, test } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { aCard, type Card } from '../testing/billing.fixture.ts'
import { aDebtor, aSubscriber, cardGoesBad, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { confirmPayment } from './payment-confirmation.ts'
import { readBilling } from './read-billing.ts'

/** A Pro subscriber whose renewal waits for the bank. */
async function aRenewalAtTheBank(card: Card = 'asks'): Promise<Subscriber> {
  const world = await aSubscriber()
  await cardGoesBad(world, card)
  return pass(world, 32 * DAY)
}

/** Asks for the values that Stripe.js confirms with. */
async function asked({ ctx }: Subscriber) {
  const answer = await confirmPayment(ctx)
  if (answer.kind !== 'confirm') throw new Error('The bank does not ask.')
  return answer
}

const charged = ({ shop }: Subscriber) =>
  shop.emulator.store.all('charge').flatMap(({ amount, paid }) => (paid ? [amount] : []))

test('the cardholder confirms a renewal, and it is paid once', async () => {
  const world = await aRenewalAtTheBank()
  expect(await readBilling(world.ctx)).toMatchObject({ awaits_bank: true, plan: { status: 'past_due' } })
  const { client_secret, payment_method } = await asked(world)
  expect(payment_method).toBe(null)
  world.shop.bank('yes', client_secret)
  const paid = {
    kind: 'paid',
    amount: 349,
    currency: 'usd',
    billing: { awaits_bank: false, plan: { status: 'active' } },
  }
  expect(await confirmPayment(world.ctx)).toMatchObject(paid)
  expect(await confirmPayment(world.ctx)).toMatchObject(paid)
  expect(charged(world)).toEqual([349, 349])
})

test('a bank that was told no may be asked again', async () => {
  const world = await aRenewalAtTheBank()
  world.shop.bank('no', (await asked(world)).client_secret)
  expect(await readBilling(world.ctx)).toMatchObject({ awaits_bank: true })
  const { client_secret, payment_method } = await asked(world)
  const id = client_secret.split('_secret_')[0] ?? ''
  // As Stripe.js does in the browser.
  await world.shop.stripe.paymentIntents.confirm(id, { payment_method: payment_method ?? '' })
  world.shop.bank('yes', client_secret)
  expect(await confirmPayment(world.ctx)).toMatchObject({ kind: 'paid', amount: 349 })
})

test("a closed window leaves the bank's question open", async () => {
  const world = await aRenewalAtTheBank()
  const { client_secret } = await asked(world)
  expect(await asked(world)).toMatchObject({ client_secret })
})

test('a bank that declines after the confirmation needs another card', async () => {
  const world = await aRenewalAtTheBank('asksThenFails')
  world.shop.bank('yes', (await asked(world)).client_secret)
  await expect(confirmPayment(world.ctx)).rejects.toMatchObject({
    code: 'card_declined',
    message: 'Your card was declined.',
  })
  expect(await readBilling(world.ctx)).toMatchObject({ awaits_bank: false, plan: { status: 'past_due' } })
})

test('a renewal that was paid elsewhere asks no bank', async () => {
  const world = await aRenewalAtTheBank()
  const { customer, subscription, shop } = world
  const payment_method = await aCard(shop)
  await shop.stripe.paymentMethods.attach(payment_method, { customer })
  const { latest_invoice } = await shop.stripe.subscriptions.retrieve(subscription)
  await shop.stripe.invoices.pay(String(latest_invoice), { payment_method })
  expect(await confirmPayment(world.ctx)).toMatchObject({ kind: 'paid', amount: 349 })
})

test('a plan that ended meanwhile asks no bank', async () => {
  const world = await aRenewalAtTheBank()
  await world.shop.stripe.subscriptions.cancel(world.subscription)
  const ended = { code: 'conflict', message: 'Your plan has ended. Choose a new one under Plans.' }
  await expect(confirmPayment(world.ctx)).rejects.toMatchObject(ended)
  await expect(confirmPayment(world.ctx)).rejects.toMatchObject(ended)
  expect((await readBilling(world.ctx)).plan).toBe(null)
})

test.each(['processing', 'succeeded'] as const)('says that a payment is %s', async (status) => {
  const world = await aRenewalAtTheBank()
  const [id] = (await asked(world)).client_secret.split('_secret_')
  const { store } = world.shop.emulator
  const intent = store.get('payment_intent', id ?? '')
  if (intent) store.put('payment_intent', { ...intent, status })
  expect(await confirmPayment(world.ctx)).toMatchObject({ kind: 'settling' })
})

test('a declined card is not sent to its bank', async () => {
  const world = await aDebtor()
  expect(await readBilling(world.ctx)).toMatchObject({ awaits_bank: false })
  await expect(confirmPayment(world.ctx)).rejects.toMatchObject({ code: 'card_declined' })
})
