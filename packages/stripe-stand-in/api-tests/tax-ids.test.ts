import { expect, test } from 'vitest'
import { catalogFixture, refusal } from '../testing/subscriber.fixture.ts'

const ADDRESS = { line1: 'Hauptstraße 1', city: 'Berlin', postal_code: '10115', country: 'DE' }
const VAT = { type: 'eu_vat', value: 'DE123456789' }

test('a customer has the tax ids that were created', async () => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer()
  const created = await stripe.customers.createTaxId(customer, VAT)
  expect(created).toMatchObject({ ...VAT, object: 'tax_id', customer, country: 'DE' })
  expect(created.verification).toMatchObject({ status: 'pending' })
  expect((await stripe.customers.listTaxIds(customer)).data).toEqual([created])
  expect(await stripe.customers.retrieveTaxId(customer, created.id)).toEqual(created)
  const { tax_ids } = await stripe.customers
    .retrieve(customer, { expand: ['tax_ids'] })
    .then((found) => (found.deleted ? { tax_ids: undefined } : found))
  expect(tax_ids?.data).toEqual([created])
})

test('a deleted tax id is gone', async () => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer()
  const { id } = await stripe.customers.createTaxId(customer, VAT)
  expect(await stripe.customers.deleteTaxId(customer, id)).toEqual({ id, object: 'tax_id', deleted: true })
  expect((await stripe.customers.listTaxIds(customer)).data).toEqual([])
  expect(await refusal(stripe.customers.deleteTaxId(customer, id))).toMatchObject({ code: 'resource_missing' })
})

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

test('a finalized invoice keeps what its customer was then', async () => {
  const { stripe, subscribe, buyer } = await catalogFixture()
  await buyer()
  const { customer, invoice } = await subscribe()
  expect(invoice).toMatchObject({ customer_name: 'Ada', customer_address: null, customer_tax_ids: [] })
  await stripe.customers.update(customer, { name: 'Ada GmbH', business_name: 'Ada GmbH', address: ADDRESS })
  await stripe.customers.createTaxId(customer, VAT)
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ customer_name: 'Ada', customer_tax_ids: [] })
  const later = await stripe.invoices.create({ customer })
  await stripe.customers.update(customer, { name: 'Ada AG', business_name: 'Ada AG' })
  expect(await stripe.invoices.finalizeInvoice(later.id)).toMatchObject({
    customer_name: 'Ada AG',
    customer_address: ADDRESS,
    customer_tax_ids: [VAT],
  })
})

test('an emptied business name is missing', async () => {
  const { stripe, buyer } = await catalogFixture()
  const { customer } = await buyer('visa', { business_name: 'Ada GmbH' })
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ business_name: 'Ada GmbH' })
  expect(await stripe.customers.update(customer, { business_name: '' })).not.toHaveProperty('business_name')
})
