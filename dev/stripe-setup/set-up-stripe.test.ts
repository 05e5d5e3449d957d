import { expect, test } from 'vitest'
import { WATCHED_EVENTS } from '../../worker/billing/webhook/event-reactions.ts'
import { pricesForSale } from './products/for-sale.ts'
import { emptyLocalD1, setupAtStandIn } from './setup-at-stand-in.fixture.ts'

const FOR_SALE =
  'select plan_id, tier, "interval", audience, amount, product_id from prices where active order by amount'

test('a first run makes all that an account needs', async () => {
  const { run, stripe } = await setupAtStandIn()
  await run()
  expect((await stripe.products.list()).data.map(({ name }) => name).toSorted()).toEqual(['Pro', 'Pro+'])
  const prices = (await stripe.prices.list()).data
  expect(prices.map(({ unit_amount }) => unit_amount).toSorted()).toEqual([1999, 349, 3499, 999, 9999])
  expect(prices.map(({ tax_behavior }) => tax_behavior)).toEqual(pricesForSale.map(() => 'inclusive'))
  const coupons = (await stripe.coupons.list({ expand: ['data.applies_to'] })).data
  expect(coupons.map(({ percent_off }) => percent_off).toSorted()).toEqual([23, 42.87])
  expect(coupons.map((each) => each.applies_to?.products)).toEqual(coupons.map(() => ['switchyard_intermediate_pro']))
  expect((await stripe.promotionCodes.list()).data).toMatchObject([{ code: 'HOLIDAY', active: true }])
  expect((await stripe.paymentMethodDomains.list()).data).toMatchObject([{ domain_name: 'site.test', enabled: true }])
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
    { url: 'https://site.test/webhooks/stripe', api_version: '2026-10-28.endive', enabled_events: WATCHED_EVENTS },
  ])
})

test('a first run puts every price up for sale in D1', async () => {
  const { run, rows, stripe } = await setupAtStandIn(emptyLocalD1)
  await run()
  const pro = { plan_id: 'intermediate_pro', tier: 'intermediate_pro', product_id: 'switchyard_intermediate_pro' }
  const plus = { plan_id: 'pro', tier: 'pro', product_id: 'switchyard_pro' }
  expect(await rows(FOR_SALE)).toEqual([
    { ...pro, interval: 'month', audience: 'everyone', amount: 349 },
    { ...plus, interval: 'month', audience: 'everyone', amount: 999 },
    { ...pro, interval: 'year', audience: 'student', amount: 1999 },
    { ...pro, interval: 'year', audience: 'everyone', amount: 3499 },
    { ...plus, interval: 'year', audience: 'everyone', amount: 9999 },
  ])
  const sold = await rows('select stripe_price_id id, amount from prices')
  for (const { id, amount } of sold) expect((await stripe.prices.retrieve(String(id))).unit_amount).toBe(amount)
})

test('a second run changes nothing', async () => {
  const { run, emulator } = await setupAtStandIn()
  expect((await run()).made.length).toBeGreaterThan(10)
  const before = emulator.store.version()
  expect((await run()).made).toEqual([])
  expect(emulator.store.version()).toBe(before)
})

test('a run that was cut off is finished by the next one', async () => {
  const { run, rows, options } = await setupAtStandIn()
  const database = { ...options.database, write: () => Promise.reject(new Error('D1 is down')) }
  await expect(run({ database })).rejects.toThrow('D1 is down')
  const { made } = await run()
  expect(made.every((text) => text.startsWith('prices:'))).toBe(true)
  expect(await rows(FOR_SALE)).toHaveLength(5)
})

test('a changed amount is a new price, and the old row stays', async () => {
  const { run, rows, stripe } = await setupAtStandIn(emptyLocalD1)
  await run()
  const query = `select stripe_price_id id, amount, active from prices where plan_id = 'pro' and "interval" = 'month' order by amount`
  const [old] = await rows(query)
  const { made } = await run({
    prices: pricesForSale.map((price) => (price.amount === 999 ? { ...price, amount: 1099 } : price)),
  })
  expect(made).toHaveLength(2)
  const [first, second] = await rows(query)
  expect(first).toEqual({ ...old, active: 0 })
  expect(second).toMatchObject({ amount: 1099, active: 1 })
  const key = { lookup_keys: ['switchyard_pro_month_usd'] }
  expect((await stripe.prices.list(key)).data.map(({ id }) => id)).toEqual([second?.['id']])
  expect(await stripe.prices.retrieve(String(old?.['id']))).toMatchObject({ active: true, lookup_key: null })
})

test('an amount that returns leaves one row for sale', async () => {
  const { run, rows } = await setupAtStandIn()
  await run()
  await run({ prices: pricesForSale.map((price) => (price.amount === 999 ? { ...price, amount: 1099 } : price)) })
  await run()
  expect((await rows(FOR_SALE)).map(({ amount }) => amount)).toEqual([349, 999, 1999, 3499, 9999])
})

test('what was archived at Stripe is sold again', async () => {
  const { run, stripe } = await setupAtStandIn()
  await run()
  const [price] = (await stripe.prices.list({ lookup_keys: ['switchyard_pro_year_usd'] })).data
  await stripe.prices.update(price?.id ?? '', { active: false })
  await stripe.products.update('switchyard_pro', { active: false })
  expect((await run()).made).toEqual([
    'product switchyard_pro: active again',
    'price switchyard_pro_year_usd: active again',
  ])
})

/** A set-up whose yearly price has another tax behavior since. */
async function aYearlyPrice(tax_behavior: 'exclusive' | 'unspecified') {
  const { run, emulator, stripe } = await setupAtStandIn()
  await run()
  const [price] = (await stripe.prices.list({ lookup_keys: ['switchyard_pro_year_usd'] })).data
  const id = price?.id ?? ''
  emulator.store.put('price', { ...emulator.store.require('price', id), tax_behavior })
  return { run, stripe, id }
}

test('a price without a tax behavior comes to include taxes', async () => {
  const { run, stripe, id } = await aYearlyPrice('unspecified')
  expect((await run()).made).toEqual(['price switchyard_pro_year_usd: includes taxes'])
  expect((await stripe.prices.retrieve(id)).tax_behavior).toBe('inclusive')
})

test('a price with taxes on top is replaced', async () => {
  const { run, stripe, id } = await aYearlyPrice('exclusive')
  const { made } = await run()
  expect(made[0]).toBe(`price switchyard_pro_year_usd: a new one for Pro+, $99.99 a year; ${id} keeps its subscribers`)
  const [now] = (await stripe.prices.list({ lookup_keys: ['switchyard_pro_year_usd'] })).data
  expect(now).toMatchObject({ tax_behavior: 'inclusive' })
})

test('a campaign that was ended stays ended', async () => {
  const { run, stripe } = await setupAtStandIn()
  await run()
  const [code] = (await stripe.promotionCodes.list()).data
  await stripe.promotionCodes.update(code?.id ?? '', { active: false })
  const { made, notes } = await run()
  expect(made).toEqual([])
  expect(notes).toEqual([expect.stringContaining('HOLIDAY has ended')])
})

test('without a campaign there is no promotion code', async () => {
  const { run, stripe } = await setupAtStandIn()
  await run({ campaignCode: '' })
  expect((await stripe.promotionCodes.list()).data).toEqual([])
})
