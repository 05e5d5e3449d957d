import { expect, test } from 'vitest'
import { INVALID_PROMO } from '../../contract/payment-words.ts'
import type { AppError } from '../../system/errors/app-error.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { subscribe_attempts } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture, atStripe, type BillingFixture } from '../testing/billing.fixture.ts'
import { PROMO_PER_USER, validatePromo } from './validate-promo.ts'

const PAYING = { trial_used_at: 1 }
const PRO = { currency: 'usd', month_price_in_cents: 349, year_price_in_cents: 3499 }
const PRO_PLUS = { currency: 'usd', month_price_in_cents: 999, year_price_in_cents: 9999 }

// §7-25
test.each([
  ['WELCOME20', '$2.79 for the first month, then $3.49 a month', 279],
  ['FOREVER10', '$3.14 a month', 314],
  ['THREE30', '$2.44 a month for the first 3 months, then $3.49', 244],
])('previews %s exactly as Stripe would invoice it', async (code, copy, first) => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const answer = await validatePromo(await shop.as(user), { ...PRO, code })
  expect(answer).toMatchObject({ month_price_copy: copy, month_first_payment: first })
  const order = await anOrder(shop, { promo_code: code })
  await subscribe(await shop.as(user), order)
  const [invoice] = shop.emulator.store.all('invoice')
  expect(invoice).toMatchObject({ status: 'paid', total: first })
})

test.each([
  [27, '$2.44 a month for the first 3 months, then $3.49'],
  [28, '$2.44 a month for the first 2 months, then $3.49'],
  [90, '$2.44 for the first month, then $3.49 a month'],
])('a trial of %i days uses up months of a code: %s', async (eligible_trial_period, copy) => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer({ eligible_trial_period }))
  expect((await validatePromo(me, { ...PRO, code: 'THREE30' })).month_price_copy).toBe(copy)
})

test('words a yearly price, and a code of months covers the year', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  const yearly = async (code: string) => (await validatePromo(me, { ...PRO, code })).year_price_copy
  expect(await yearly('WELCOME20')).toBe('$27.99 for the first year, then $34.99 a year')
  expect(await yearly('THREE30')).toBe('$24.49 for the first year, then $34.99 a year')
  expect(await yearly('FOREVER10')).toBe('$31.49 a year')
})

test('previews the yearly price only for a student', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer({ student: true }))
  const prices = { currency: 'usd', month_price_in_cents: null, year_price_in_cents: 1999 }
  expect(await validatePromo(me, { ...prices, code: 'WELCOME20' })).toEqual({
    term: { kind: 'once' },
    month_price_copy: null,
    month_first_payment: null,
    year_price_copy: '$15.99 for the first year, then $19.99 a year',
    year_first_payment: 1599,
  })
})

test('accepts a code in any case and with spaces around it', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  expect(await validatePromo(me, { ...PRO, code: '  welcome20 ' })).toMatchObject({ month_first_payment: 279 })
})

// §7-25
test.each([
  ['that does not exist', 'NOPE'],
  ['for another plan', 'PLUSONLY'],
  ['that is empty', ''],
  ['of spaces only', '   '],
  ['in another script', 'Ｗelcome２0'],
  ['with a text direction mark', '\u202eWELCOME20'],
  ['of 10 KB', 'A'.repeat(10_000)],
  ['with a NUL', 'WELCOME20\u0000'],
])('answers "Invalid promo code" to a code %s', async (_, code) => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  const refusal = { code: 'promo_refused', status: 422, message: INVALID_PROMO, detail: { attribute: 'promo_code' } }
  await expect(validatePromo(me, { ...PRO, code })).rejects.toMatchObject(refusal)
})

test('accepts a Pro+ code for Pro+', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  expect(await validatePromo(me, { ...PRO_PLUS, code: 'PLUSONLY' })).toMatchObject({ month_first_payment: 849 })
})

test('refuses prices that no plan has', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  for (const prices of [
    { ...PRO, month_price_in_cents: 1 },
    { ...PRO, year_price_in_cents: 9999 },
    { ...PRO, month_price_in_cents: null, year_price_in_cents: null },
    { ...PRO, currency: 'eur' },
  ]) {
    await expect(validatePromo(me, { ...prices, code: 'WELCOME20' })).rejects.toMatchObject({ code: 'promo_refused' })
  }
})

test('stops guessing after ten tries a minute', async () => {
  const shop = await aBillingFixture()
  const me = await shop.as(await shop.customer(PAYING))
  for (let tries = 0; tries < PROMO_PER_USER.tries; tries++) {
    await expect(validatePromo(me, { ...PRO, code: '!' })).rejects.toMatchObject({ code: 'promo_refused' })
  }
  const stopped = await validatePromo(me, { ...PRO, code: 'WELCOME20' }).catch((error: AppError) => error)
  expect(stopped).toMatchObject({ status: 429, message: INVALID_PROMO })
  shop.ctx.advance(60_000)
  await expect(validatePromo(me, { ...PRO, code: 'WELCOME20' })).resolves.toBeDefined()
})

async function deactivate(shop: BillingFixture, code: string) {
  const [found] = (await shop.stripe.promotionCodes.list({ code })).data
  if (found) await shop.stripe.promotionCodes.update(found.id, { active: false })
}

test('charges nothing when the code expires before Upgrade', async () => {
  const shop = await aBillingFixture()
  const user = await shop.customer(PAYING)
  const me = await shop.as(user)
  await validatePromo(me, { ...PRO, code: 'WELCOME20' })
  await deactivate(shop, 'WELCOME20')
  const buying = subscribe(me, await anOrder(shop, { promo_code: 'WELCOME20' }))
  await expect(buying).rejects.toMatchObject({ code: 'promo_refused', detail: { attribute: 'promo_code' } })
  expect(await atStripe(shop, user)).toEqual([])
  expect(await shop.ctx.db.select().from(subscribe_attempts)).toEqual([])
})

test('gives the last use of a code to one of two buyers', async () => {
  const shop = await aBillingFixture()
  const users = [await shop.customer(PAYING), await shop.customer(PAYING)]
  const orders = [
    await anOrder(shop, { promo_code: 'LAST' }),
    await anOrder(shop, { promo_code: 'LAST', card: 'otherGood' }),
  ]
  const both = await Promise.allSettled(
    users.map(async (user, at) => {
      const [order] = orders.slice(at)
      if (order) return subscribe(await shop.as(user), order)
      throw new Error('There are two.')
    }),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'promo_refused' } })
  const paid = shop.emulator.store.all('invoice').filter(({ status }) => status === 'paid')
  expect(paid).toHaveLength(1)
  expect(paid[0]?.total).toBeLessThan(349)
})
