import { expect, test } from 'vitest'
import { emulatorFixture } from '../testing/emulator.fixture.ts'

const visa = {
  type: 'card',
  card: { number: '4242 4242 4242 4242', exp_month: 4, exp_year: 2030, cvc: '123' },
} as const

test('creates a card with a publishable key and attaches it', async () => {
  const { stripe, browser } = emulatorFixture()
  const card = await browser.paymentMethods.create({ ...visa, billing_details: { address: { postal_code: '94103' } } })
  expect(card).toMatchObject({
    customer: null,
    billing_details: { address: { postal_code: '94103', city: null }, email: null },
    card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, funding: 'credit', country: 'US' },
  })
  const { id: customer } = await stripe.customers.create()
  const attached = await stripe.paymentMethods.attach(card.id, { customer })
  expect(attached.customer).toBe(customer)
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } })
  const read = await stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] })
  expect(read).toMatchObject({
    invoice_settings: { default_payment_method: { id: card.id, object: 'payment_method' } },
  })
  expect((await stripe.paymentMethods.list({ customer })).data.map(({ id }) => id)).toEqual([card.id])
})

test('gives equal numbers equal fingerprints, and others different ones', async () => {
  const { browser } = emulatorFixture()
  const [one, two] = [await browser.paymentMethods.create(visa), await browser.paymentMethods.create(visa)]
  const other = await browser.paymentMethods.create({
    type: 'card',
    card: { ...visa.card, number: '5555555555554444' },
  })
  expect(one.card?.fingerprint).toMatch(/^\w{16}$/)
  expect(two.card?.fingerprint).toBe(one.card?.fingerprint)
  expect(other.card?.fingerprint).not.toBe(one.card?.fingerprint)
})

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
])('refuses to attach a dead card, %s', async (alias, code, decline_code) => {
  const { stripe } = emulatorFixture()
  const { id: customer } = await stripe.customers.create()
  await expect(stripe.paymentMethods.attach(alias, { customer })).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code,
    decline_code,
  })
  expect((await stripe.paymentMethods.list({ customer })).data).toEqual([])
})

test('attaches a card that fails only when charged', async () => {
  const { stripe } = emulatorFixture()
  const { id: customer } = await stripe.customers.create()
  const card = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_chargeCustomerFail' } })
  expect((await stripe.paymentMethods.attach(card.id, { customer })).card?.last4).toBe('0341')
})

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ exp_year: 2025 }, 'invalid_expiry_year'],
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ cvc: '1' }, 'invalid_cvc'],
  [{ number: '4111111111111111' }, 'card_declined'],
])('refuses an invalid card: %o', async (wrong, code) => {
  const { browser } = emulatorFixture()
  const attempt = browser.paymentMethods.create({ type: 'card', card: { ...visa.card, ...wrong } })
  await expect(attempt).rejects.toMatchObject({ statusCode: 402, code })
})

test('refuses card numbers from a server', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.paymentMethods.create(visa)).rejects.toThrow('generally unsafe')
})

test('does not reattach a detached card or keep it default', async () => {
  const { stripe } = emulatorFixture()
  const made = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const card = String(made.invoice_settings.default_payment_method)
  expect(card).toMatch(/^pm_1/)
  await stripe.paymentMethods.detach(card)
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ invoice_settings: { default_payment_method: null } })
  await expect(stripe.paymentMethods.attach(card, { customer: made.id })).rejects.toThrow('may not be used again')
  const [event] = (await stripe.events.list({ type: 'payment_method.detached' })).data
  expect(event?.data.previous_attributes).toEqual({ customer: made.id })
})

test('attaches the card a subscription names, or names the parameter', async () => {
  const { stripe } = emulatorFixture()
  const { id: customer } = await stripe.customers.create({ payment_method: 'pm_card_mastercard' })
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const price_data = { currency: 'usd', unit_amount: 349, recurring: { interval: 'month' as const } }
  const { id: product } = await stripe.products.create({ name: 'Pro' })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price_data: { ...price_data, product } }],
    default_payment_method: card,
  })
  await stripe.paymentMethods.detach(card)
  expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBeNull()
  await expect(stripe.paymentMethods.attach('pm_card_visa', { customer: 'cus_nobody' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'customer',
  })
})

test("refuses to attach or default another customer's card", async () => {
  const { stripe } = emulatorFixture()
  const [ada, bo] = [await stripe.customers.create(), await stripe.customers.create()]
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id })
  await expect(stripe.paymentMethods.attach(id, { customer: bo.id })).rejects.toThrow('already been attached')
  await expect(
    stripe.customers.update(bo.id, { invoice_settings: { default_payment_method: id } }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'invoice_settings[default_payment_method]' })
})
