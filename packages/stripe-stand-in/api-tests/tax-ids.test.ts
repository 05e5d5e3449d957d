import { expect, test } from 'vitest'
import { catalogFixture, refusal } from '../testing/subscriber.fixture.ts'

const VAT = { type: 'eu_vat', value: 'DE123456789' }

test.each([
  ['eu_vat', 'DE12'],
  ['eu_vat', 'US123456789'],
  ['gb_vat', 'GB12345'],
  ['us_ein', 'not a number'],
  ['ch_vat', 'CHE123'],
])('refuses the %s "%s"', async (type, value) => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer()
  expect(await refusal(stripe.customers.createTaxId(customer, { type, value }))).toMatchObject({
    statusCode: 400,
    code: 'tax_id_invalid',
    param: 'value',
  })
})

test.each([
  ['eu_vat', 'ATU12345678'],
  ['eu_vat', 'NL 123456789 B01'],
  ['gb_vat', 'GB 123 4567 89'],
  ['ch_vat', 'CHE-123.456.789 MWST'],
  ['us_ein', '12-3456789'],
])('accepts the %s "%s"', async (type, value) => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer()
  expect(await stripe.customers.createTaxId(customer, { type, value })).toMatchObject({ type, value })
})

test('refuses an unknown type, and a tax id without a customer', async () => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer()
  expect(await refusal(stripe.customers.createTaxId(customer, { type: 'xx_vat', value: '1' }))).toMatchObject({
    param: 'type',
  })
  expect(await refusal(stripe.customers.createTaxId('cus_none', VAT))).toMatchObject({ code: 'resource_missing' })
})
