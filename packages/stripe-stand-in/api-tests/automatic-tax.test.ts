import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { DAY_SECONDS } from '../engine/amounts/seconds.ts'
import { catalogFixture, invoiceOf, refusal } from '../testing/subscriber.fixture.ts'

const BERLIN = { country: 'DE', postal_code: '10115' }
const TAX = { automatic_tax: { enabled: true } }

/** A catalog whose prices have this tax behavior, and a buyer in Berlin. */
async function taxedShop(tax_behavior: 'inclusive' | 'exclusive' = 'inclusive') {
  const world = await catalogFixture()
  for (const id of Object.values(world.prices)) await world.stripe.prices.update(id, { tax_behavior })
  const { customer } = await world.buyer('visa', { address: BERLIN })
  const subscribe = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    world.stripe.subscriptions.create({
      customer,
      items: [{ price: world.prices.proMonth }],
      expand: ['latest_invoice'],
      ...TAX,
      ...more,
    })
  return { ...world, customer, taxed: subscribe }
}

test('an inclusive tax leaves the total as it is', async () => {
  const { taxed } = await taxedShop()
  const subscription = await taxed()
  expect(subscription.automatic_tax).toMatchObject({ enabled: true })
  expect(invoiceOf(subscription)).toMatchObject({
    total: 349,
    amount_paid: 349,
    total_excluding_tax: 293,
    automatic_tax: { enabled: true, status: 'complete' },
    total_taxes: [{ amount: 56, tax_behavior: 'inclusive', taxable_amount: 293, type: 'tax_rate_details' }],
    lines: { data: [{ amount: 349, taxes: [{ amount: 56 }] }] },
  })
})

test('an exclusive tax comes on top', async () => {
  const { taxed } = await taxedShop('exclusive')
  expect(invoiceOf(await taxed())).toMatchObject({
    subtotal: 349,
    total: 415,
    amount_paid: 415,
    total_excluding_tax: 349,
    total_taxes: [{ amount: 66, tax_behavior: 'exclusive' }],
  })
})

test('taxes what a discount leaves', async () => {
  const { taxed } = await taxedShop()
  expect(invoiceOf(await taxed({ discounts: [{ coupon: 'welcome' }] }))).toMatchObject({
    total: 279,
    total_taxes: [{ amount: 45, taxable_amount: 234 }],
  })
})

test.each([
  ['nothing', {}],
  ['a US address without a ZIP code', { address: { country: 'US' } }],
  ['a Canadian address without a province', { address: { country: 'CA', postal_code: '1' } }],
])('refuses automatic tax for %s', async (_, given) => {
  const { stripe, buyer, prices } = await taxedShop()
  const { customer } = await buyer('visa', given)
  const wanted = { customer, items: [{ price: prices.proMonth }], ...TAX }
  expect(await refusal(stripe.subscriptions.create(wanted))).toMatchObject({ code: 'customer_tax_location_invalid' })
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
})

test('refuses automatic tax for a price without a tax behavior', async () => {
  const { stripe, buyer, prices } = await catalogFixture()
  const { customer } = await buyer('visa', { address: BERLIN })
  const wanted = { customer, items: [{ price: prices.proMonth }], ...TAX }
  expect(await refusal(stripe.subscriptions.create(wanted))).toMatchObject({ param: 'items[0][price]' })
})

test('checks a location at once on request', async () => {
  const { stripe, customer } = await taxedShop()
  const move = (address: Stripe.AddressParam) =>
    stripe.customers.update(customer, { address, tax: { validate_location: 'immediately' } })
  expect(await refusal(move({ country: 'US', postal_code: 'nowhere' }))).toMatchObject({
    code: 'customer_tax_location_invalid',
  })
  expect(await move({ country: 'US', postal_code: '94107' })).toMatchObject({ address: { postal_code: '94107' } })
})

test('previews the tax of an address without keeping it', async () => {
  const { stripe, buyer, prices } = await taxedShop()
  const { customer } = await buyer('none')
  const preview = await stripe.invoices.createPreview({
    customer,
    customer_details: { address: BERLIN },
    subscription_details: { items: [{ price: prices.proMonth }] },
    ...TAX,
  })
  expect(preview).toMatchObject({ total: 349, total_taxes: [{ amount: 56 }] })
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ address: null })
})

test('an upgrade is taxed as previewed, credit included', async () => {
  const { stripe, taxed, prices, wait, customer } = await taxedShop()
  const { id, items } = await taxed()
  wait(10 * DAY_SECONDS)
  const change = { items: [{ id: items.data[0]?.id ?? '', price: prices.plusMonth }] }
  const details = { ...change, proration_behavior: 'always_invoice' as const }
  const preview = await stripe.invoices.createPreview({ customer, subscription: id, subscription_details: details })
  const upgraded = await stripe.subscriptions.update(id, { ...details, expand: ['latest_invoice'] })
  const invoice = invoiceOf(upgraded)
  expect(invoice).toMatchObject({ total: preview.total, total_taxes: preview.total_taxes })
  expect(invoice.total_taxes).toHaveLength(1)
})

test('a renewal without a location goes out without tax', async () => {
  const { stripe, taxed, customer, wait } = await taxedShop()
  const { id } = await taxed()
  await stripe.customers.update(customer, { address: '' })
  wait(32 * DAY_SECONDS)
  const [renewal] = (await stripe.invoices.list({ subscription: id })).data
  expect(renewal).toMatchObject({
    billing_reason: 'subscription_cycle',
    total: 349,
    total_taxes: [],
    automatic_tax: { enabled: false, disabled_reason: 'finalization_requires_location_inputs' },
  })
})
