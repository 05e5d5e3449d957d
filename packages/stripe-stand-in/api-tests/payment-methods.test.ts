import { expect, test } from 'vitest'
import { emulatorFixture } from '../testing/emulator.fixture.ts'

const visa = {
  type: 'card',
  card: { number: '4242 4242 4242 4242', exp_month: 4, exp_year: 2030, cvc: '123' },
} as const

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
