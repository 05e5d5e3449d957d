import { expect, test } from 'vitest'
import { catalogFixture, invoiceOf, refusal } from '../testing/subscriber.fixture.ts'

const BERLIN = { country: 'DE', postal_code: '10115' }
const TAX = { automatic_tax: { enabled: true } }

test('an exclusive tax comes on top', async () => {
  const { stripe, prices, buyer } = await catalogFixture()
  await stripe.prices.update(prices.proMonth, { tax_behavior: 'exclusive' })
  const { customer } = await buyer('visa', { address: BERLIN })
  const wanted = { customer, items: [{ price: prices.proMonth }], expand: ['latest_invoice'], ...TAX }
  expect(invoiceOf(await stripe.subscriptions.create(wanted))).toMatchObject({
    subtotal: 349,
    total: 415,
    amount_paid: 415,
    total_excluding_tax: 349,
    total_taxes: [{ amount: 66, tax_behavior: 'exclusive' }],
  })
})

test('refuses automatic tax for a price without a tax behavior', async () => {
  const { stripe, buyer, prices } = await catalogFixture()
  const { customer } = await buyer('visa', { address: BERLIN })
  const wanted = { customer, items: [{ price: prices.proMonth }], ...TAX }
  expect(await refusal(stripe.subscriptions.create(wanted))).toMatchObject({ param: 'items[0][price]' })
})
