import { expect, test } from 'vitest'
import type { Company } from '../../contract/billing/company.ts'
import { companyInput } from '../../contract/billing/company-input.ts'
import { parseInput } from '../../system/http/validate.ts'
import { listInvoices } from '../overview/list-invoices.ts'
import { readInvoice } from '../overview/read-invoice.ts'
import { aBillingFixture, type BillingFixture } from '../testing/billing.fixture.ts'
import { atEachPoint } from '../testing/crash-point.fixture.ts'
import { aSubscriber, pass, type Subscriber } from '../testing/subscribed-user.fixture.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { readCompany } from './read-company.ts'
import { COMPANY_PER_USER, removeCompany, saveCompany } from './save-company.ts'

const COMPANY: Company = {
  name: 'Analytical Engines GmbH',
  line1: 'Hauptstraße 1',
  line2: '',
  city: 'Berlin',
  state: '',
  postal_code: '10115',
  country: 'DE',
  tax_id_type: 'eu_vat',
  tax_id: 'DE123456789',
}
const OTHER: Company = { ...COMPANY, name: 'Engines AG', tax_id: 'DE987654321' }

/** The tax ids at Stripe. */
const numbers = ({ emulator }: BillingFixture) => emulator.store.all('tax_id').map(({ value }) => value)

test('company details are stored at Stripe and read back', async () => {
  const { shop, ctx, customer } = await aSubscriber()
  expect(await readCompany(ctx)).toEqual({ company: null })
  expect(await saveCompany(ctx, COMPANY)).toEqual({ company: COMPANY })
  expect(await readCompany(ctx)).toEqual({ company: COMPANY })
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({
    name: COMPANY.name,
    business_name: COMPANY.name,
    address: { line1: 'Hauptstraße 1', line2: null, city: 'Berlin', postal_code: '10115', country: 'DE' },
  })
})

test('company details can be given before the first payment', async () => {
  const shop = await aBillingFixture()
  const ctx = await shop.as(await shop.customer())
  expect(await readCompany(ctx)).toEqual({ company: null })
  await saveCompany(ctx, COMPANY)
  expect(await readCompany(ctx)).toEqual({ company: COMPANY })
})

test('another number replaces the former one', async () => {
  const { shop, ctx } = await aSubscriber()
  await saveCompany(ctx, COMPANY)
  await saveCompany(ctx, OTHER)
  expect(await readCompany(ctx)).toEqual({ company: OTHER })
  expect(numbers(shop)).toEqual([OTHER.tax_id])
})

test('removed company details leave the user name and nothing else', async () => {
  const { shop, ctx, user, customer } = await aSubscriber()
  await saveCompany(ctx, COMPANY)
  expect(await removeCompany(ctx)).toEqual({ company: null })
  expect(await readCompany(ctx)).toEqual({ company: null })
  expect(numbers(shop)).toEqual([])
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ name: user.login, address: null })
})

test('a number that was removed can be given again', async () => {
  const { shop, ctx } = await aSubscriber()
  for (let times = 0; times < 3; times++) {
    await saveCompany(ctx, COMPANY)
    expect(numbers(shop)).toEqual([COMPANY.tax_id])
    await removeCompany(ctx)
  }
  expect(numbers(shop)).toEqual([])
})

test('a number that Stripe refuses is refused at its field', async () => {
  const { shop, ctx } = await aSubscriber()
  await saveCompany(ctx, COMPANY)
  await expect(saveCompany(ctx, { ...OTHER, tax_id: 'DE12' })).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { attribute: 'tax_id' },
  })
  expect(await readCompany(ctx)).toEqual({ company: COMPANY })
  expect(numbers(shop)).toEqual([COMPANY.tax_id])
})

test.each([
  ['name', { name: ' ' }],
  ['line1', { line1: '' }],
  ['city', { city: '' }],
  ['country', { country: 'XX' }],
  ['tax_id', { tax_id: '' }],
  ['tax_id', { tax_id: 'ДЕ123456789' }],
  ['tax_id_type', { tax_id_type: '' }],
  ['postal_code', { postal_code: '1'.repeat(21) }],
] as const)('refuses at %s: %j', (attribute, wrong) => {
  const parse = () => parseInput(companyInput, { ...COMPANY, ...wrong })
  expect(parse).toThrow(expect.objectContaining({ detail: { errors: [expect.objectContaining({ attribute })] } }))
})

test('a receipt keeps the company that it was issued with', async () => {
  const world = await aSubscriber()
  const [first] = (await listInvoices(world.ctx, undefined)).invoices
  await saveCompany(world.ctx, COMPANY)
  const renewed = await pass(world, 32 * DAY)
  await saveCompany(renewed.ctx, OTHER)
  const [second] = (await listInvoices(renewed.ctx, undefined)).invoices
  expect((await readInvoice(renewed.ctx, first?.id ?? '')).billed_to).toMatchObject({ address: null, tax_ids: [] })
  expect((await readInvoice(renewed.ctx, second?.id ?? '')).billed_to).toMatchObject({
    name: COMPANY.name,
    address: { line1: 'Hauptstraße 1', country: 'DE' },
    tax_ids: [{ type: 'eu_vat', value: COMPANY.tax_id }],
  })
})

test.each([
  ['saved', OTHER],
  ['removed', null],
] as const)('a crash at any call is mended when they are %s again', { tags: ['long'] }, async (_, wanted) => {
  const change = ({ ctx }: Subscriber) => (wanted ? saveCompany(ctx, wanted) : removeCompany(ctx))
  const make = async () => {
    const world = await aSubscriber()
    await saveCompany(world.ctx, COMPANY)
    return world
  }
  await atEachPoint('company', make, change, async (world) => {
    const between = (await readCompany(world.ctx)).company
    if (wanted) expect([COMPANY.tax_id, OTHER.tax_id]).toContain(between?.tax_id)
    await change(world)
    expect(await readCompany(world.ctx)).toEqual({ company: wanted })
    expect(numbers(world.shop)).toEqual(wanted ? [wanted.tax_id] : [])
  })
})

test('leaves alone a tax id that an operator added', async () => {
  const { shop, ctx, customer } = await aSubscriber()
  const { id } = await shop.stripe.customers.createTaxId(customer, { type: 'eu_vat', value: 'FR12345678901' })
  shop.emulator.store.put('tax_id', { ...shop.emulator.store.require('tax_id', id), type: 'de_stn' })
  await saveCompany(ctx, COMPANY)
  await removeCompany(ctx)
  expect(numbers(shop)).toEqual(['FR12345678901'])
})

test.each(['500', '500_after_commit'] as const)('saves again after a %s that Stripe replays', async (kind) => {
  const { shop, ctx } = await aSubscriber()
  shop.emulator.control.fail({ kind, on: 'POST /v1/customers/*' })
  await expect(saveCompany(ctx, COMPANY)).rejects.toMatchObject({ code: 'company_not_saved' })
  shop.emulator.control.clearFaults()
  await saveCompany(ctx, COMPANY)
  await removeCompany(ctx)
  expect(await saveCompany(ctx, COMPANY)).toEqual({ company: COMPANY })
  expect(numbers(shop)).toEqual([COMPANY.tax_id])
})

test('limits how often company details change', async () => {
  const { ctx } = await aSubscriber()
  for (let tries = 0; tries < COMPANY_PER_USER.tries; tries++) await removeCompany(ctx)
  await expect(removeCompany(ctx)).rejects.toMatchObject({ code: 'rate_limited' })
})
