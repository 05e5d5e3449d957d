/** @module-tag long */
import { expect, test } from 'vitest'
import type { Stripe } from 'stripe'
import type { TaxCheck } from '../../contract/billing/checkout.ts'
import { DAY } from '../../contract/shared/durations.ts'
import { proUpgradeDetails } from '../change-plan/pro-upgrade-details.ts'
import { upgradePlan } from '../change-plan/upgrade-plan.ts'
import { removeCompany, saveCompany } from '../company/save-company.ts'
import { getCheckout } from '../offer/get-checkout.ts'
import { listInvoices } from '../overview/list-invoices.ts'
import { readInvoice } from '../overview/read-invoice.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { aBillingFixture, anOrder, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { bookChange } from '../booked-change/book-change.ts'
import { previewChange } from '../booked-change/preview-change.ts'
import { PRO_YEARLY } from '../testing/booked-change.fixture.ts'
import { atEachPoint, aBuyer, buy, expectWhole } from '../testing/crash-point.fixture.ts'
import { previewTax } from './preview-tax.ts'
import { ATTEMPT_LEASE } from '../../db/billing/subscribe-attempts.ts'

const BERLIN = { country: 'DE', postal_code: '10115' }
const PAYING = { trial_used_at: 1 }
const COMPANY = {
  name: 'Engines GmbH',
  line1: 'Hauptstraße 1',
  line2: '',
  city: 'Paris',
  state: '',
  postal_code: '75001',
  country: 'FR',
  tax_id_type: '',
  tax_id: '',
} as const
const PRO: TaxCheck = {
  plan_id: 'intermediate_pro',
  product_id: 'prod_intermediate_pro',
  price: { price_type: 'monthly', price_in_cents: 349, currency: 'usd' },
}

async function aTaxedShop() {
  const shop = await aBillingFixture({ tax: true })
  const user = await shop.customer(PAYING)
  return { shop, user, ctx: await shop.as(user) }
}

/** The latest invoice of the user's one subscription. */
async function latestInvoice(shop: BillingFixture, user: { id: string }): Promise<Stripe.Invoice> {
  const [subscription] = await atStripe(shop, user)
  return shop.stripe.invoices.retrieve(String(subscription?.latest_invoice))
}

test('without the setting, checkout asks nothing and Stripe taxes nothing', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const ctx = await shop.as(user)
  expect(await getCheckout(ctx)).not.toHaveProperty('asks_location')
  await expect(previewTax(ctx, { ...PRO, location: BERLIN })).rejects.toMatchObject({ code: 'not_found' })
  await subscribe(ctx, await anOrder(shop))
  expect(await latestInvoice(shop, user)).toMatchObject({ automatic_tax: { enabled: false }, total_taxes: [] })
})

test('charges what was shown, and the receipt names the tax in it', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  expect(await getCheckout(ctx)).toMatchObject({ asks_location: true })
  const shown = await previewTax(ctx, { ...PRO, location: BERLIN })
  expect(shown).toEqual({ company: null, first_payment: 349, tax: 56 })
  await subscribe(ctx, await anOrder(shop, { location: BERLIN }))
  expect(await latestInvoice(shop, user)).toMatchObject({ amount_paid: shown.first_payment, total: 349 })
  const [row] = (await listInvoices(ctx, undefined)).invoices
  expect(await readInvoice(ctx, row?.id ?? '')).toMatchObject({ total: 349, tax: 0, tax_included: 56 })
})

test.each([
  ['WELCOME20', 279, 45],
  ['FOREVER10', 314, 50],
])('with the code %s tax is part of what is left', async (promo_code, first_payment, tax) => {
  const { shop, user, ctx } = await aTaxedShop()
  expect(await previewTax(ctx, { ...PRO, location: BERLIN, promo_code })).toMatchObject({ first_payment, tax })
  await subscribe(ctx, await anOrder(shop, { location: BERLIN, promo_code }))
  expect(await latestInvoice(shop, user)).toMatchObject({ amount_paid: first_payment, total_taxes: [{ amount: tax }] })
})

test('where no tax is collected, the receipt names none', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  const location = { country: 'US', postal_code: '94107' }
  expect(await previewTax(ctx, { ...PRO, location })).toEqual({ company: null, first_payment: 349, tax: 0 })
  await subscribe(ctx, await anOrder(shop, { location }))
  expect(await latestInvoice(shop, user)).toMatchObject({ amount_paid: 349, total_taxes: [] })
})

test.each([
  ['without a location', undefined],
  ['with an unknown place', { country: 'US', postal_code: 'here' }],
])('charges nothing %s', async (_, location) => {
  const { shop, user, ctx } = await aTaxedShop()
  const order = await anOrder(shop, location && { location })
  await expect(subscribe(ctx, order)).rejects.toMatchObject({
    code: 'invalid_input',
    detail: { attribute: 'postal_code' },
  })
  expect(await atStripe(shop, user)).toEqual([])
  if (location) await expect(previewTax(ctx, { ...PRO, location })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('charges nothing where tax would come on top', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  const { store } = shop.emulator
  const price = store.require('price', 'price_intermediate_pro_month')
  store.put('price', { ...price, tax_behavior: 'exclusive' })
  await expect(previewTax(ctx, { ...PRO, location: BERLIN })).rejects.toMatchObject({ code: 'price_refused' })
  const order = await anOrder(shop, { location: BERLIN })
  await expect(subscribe(ctx, order)).rejects.toMatchObject({ code: 'price_refused' })
  expect(await atStripe(shop, user)).toEqual([])
})

test("a company is taxed at its own address, which checkout doesn't change", async () => {
  const { shop, user, ctx } = await aTaxedShop()
  await saveCompany(ctx, COMPANY)
  const company = { country: 'FR', postal_code: '75001' }
  expect(await previewTax(ctx, PRO)).toEqual({ company, first_payment: 349, tax: 58 })
  expect(await previewTax(ctx, { ...PRO, location: BERLIN })).toMatchObject({ tax: 58 })
  await subscribe(ctx, await anOrder(shop, { location: BERLIN }))
  expect(await latestInvoice(shop, user)).toMatchObject({
    customer_address: { city: 'Paris', country: 'FR' },
    total_taxes: [{ amount: 58 }],
  })
})

test('removing a company keeps the place where a subscription is taxed', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  await saveCompany(ctx, COMPANY)
  await subscribe(ctx, await anOrder(shop))
  await removeCompany(ctx)
  shop.wait(32 * DAY)
  expect(await latestInvoice(shop, user)).toMatchObject({
    billing_reason: 'subscription_cycle',
    amount_paid: 349,
    total_taxes: [{ amount: 58 }],
  })
})

test('a company without a known place is sent to its details', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  Object.assign(ctx.settings, { STRIPE_TAX: false })
  await saveCompany(ctx, { ...COMPANY, country: 'US', postal_code: '' })
  Object.assign(ctx.settings, { STRIPE_TAX: true })
  const refusal = { code: 'conflict', message: expect.stringContaining('company details') }
  await expect(previewTax(ctx, { ...PRO, location: BERLIN })).rejects.toMatchObject(refusal)
  await expect(subscribe(ctx, await anOrder(shop, { location: BERLIN }))).rejects.toMatchObject(refusal)
  expect(await atStripe(shop, user)).toEqual([])
})

test('an address that cannot be taxed is refused at its postal code', async () => {
  const { ctx } = await aTaxedShop()
  const wrong = { ...COMPANY, country: 'US', postal_code: 'none' }
  await expect(saveCompany(ctx, wrong)).rejects.toMatchObject({ detail: { attribute: 'postal_code' } })
})

test('a booked year and an upgrade charge the tax that was shown', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  await subscribe(ctx, await anOrder(shop, { location: BERLIN }))
  const booked = await previewChange(ctx, PRO_YEARLY)
  await bookChange(ctx, booked)
  shop.wait(32 * DAY)
  await shop.deliver()
  const yearly = await latestInvoice(shop, user)
  expect(yearly).toMatchObject({ amount_paid: booked.first_charge, automatic_tax: { enabled: true } })
  shop.wait(10 * DAY)
  const later = await shop.as(user)
  const details = await proUpgradeDetails(later)
  await upgradePlan(later, {
    product_id: details.product_id,
    proration_date: details.proration_date,
    amount_today: details.amount_today,
  })
  const upgraded = await latestInvoice(shop, user)
  expect(upgraded.amount_paid).toBe(details.amount_today)
  expect(upgraded.total_taxes).toHaveLength(1)
})

test('a plan from before the setting is taxed once upgraded', async () => {
  const { shop, user, ctx } = await aTaxedShop()
  Object.assign(ctx.settings, { STRIPE_TAX: false })
  await subscribe(ctx, await anOrder(shop))
  Object.assign(ctx.settings, { STRIPE_TAX: true })
  const untaxed = await proUpgradeDetails(ctx)
  const [customer] = shop.emulator.store.all('customer')
  await shop.stripe.customers.update(customer?.id ?? '', { address: BERLIN })
  const taxed = await proUpgradeDetails(ctx)
  expect(taxed.amount_today).toBe(untaxed.amount_today)
  await upgradePlan(ctx, taxed)
  expect(await latestInvoice(shop, user)).toMatchObject({
    amount_paid: untaxed.amount_today,
    automatic_tax: { enabled: true },
  })
})

test('a crash at any call of a taxed purchase charges once', async () => {
  const points = await atEachPoint(
    'taxed',
    () => aBuyer({ tax: true, location: BERLIN }),
    buy,
    async (world) => {
      world.shop.ctx.advance(ATTEMPT_LEASE)
      await buy(world)
      await expectWhole(world, { charges: 1, status: 'active' })
      expect(await latestInvoice(world.shop, world.user)).toMatchObject({ total: 349, total_taxes: [{ amount: 56 }] })
    },
  )
  expect(points).toBeGreaterThan(10)
})
