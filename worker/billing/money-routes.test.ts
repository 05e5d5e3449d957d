import { env } from 'cloudflare:test'
import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { createEmulator } from '../../packages/stripe-stand-in/index.ts'
import { EXPECTED_USER, IDEMPOTENCY_KEY } from '../contract/billing/checkout.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { connect } from '../system/d1/client.ts'
import { call } from '../testing/call-api.ts'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'
import { subscribe_attempts } from '../db/schema/billing.ts'
import { stripe_events } from '../db/schema/stripe-events.ts'
import { CATALOGUE, stock } from './testing/billing.fixture.ts'
import { prices } from '../db/schema/billing.ts'

const db = connect(env.DB)
const BINDINGS = {
  ...env,
  STRIPE_SECRET_KEY: 'sk_test_switchyard',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_switchyard',
  STRIPE_WEBHOOK_SECRETS: 'whsec_test',
  STRIPE_API_BASE: 'https://stripe.test',
}

/** Calls as a browser makes them, with Stripe behind the network. */
async function overHttp() {
  await emptyDatabase()
  const emulator = createEmulator({ now: () => Date.now(), send: async () => ({ status: 200 }) })
  stock(emulator)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => emulator.fetch(new Request(input, init)))
  await db.insert(prices).values(CATALOGUE)
  const user = await aUser(db, { trial_used_at: 1 })
  const { token: session } = await signIn(db, user, Date.now())
  const send = (method: string, path: string, given: { body?: unknown; headers?: Record<string, string> } = {}) =>
    call(method, path, { session, bindings: BINDINGS, ...given })
  return { emulator, user, send }
}

const ORDER = {
  plan_id: 'intermediate_pro',
  product_id: 'prod_intermediate_pro',
  payment_method: 'pm_card_visa',
  price: { price_type: 'monthly', price_in_cents: 349, currency: 'usd' },
}

test('serves customer, promo, subscribe and re-read over HTTP', async () => {
  const { send, emulator, user } = await overHttp()
  expect(await (await send('POST', '/api/customers')).json()).toEqual({ errors: [], balance: 0 })
  await Promise.all([send('POST', '/api/customers'), send('POST', '/api/customers')])
  expect(emulator.store.all('customer')).toHaveLength(1)
  const body = { code: 'WELCOME20', currency: 'usd', month_price_in_cents: 349, year_price_in_cents: 3499 }
  const promo = await send('POST', '/subscriptions/validate_promo_code', { body })
  expect(await promo.json()).toMatchObject({ month_first_payment: 279 })
  const payment_method = await aMethod(emulator)
  const headers = { [IDEMPOTENCY_KEY]: 'submit-1', [EXPECTED_USER]: user.id }
  const bought = await send('POST', '/api/subscriptions', { body: { ...ORDER, payment_method }, headers })
  const answer = await bought.json<{ subscription_id: string }>()
  expect(answer).toMatchObject({ status: 'active', error: null, errors: [] })
  expect(bought.headers.get('cache-control')).toBe('private, no-store')
  const read = await send('GET', `/api/subscriptions/${answer.subscription_id}`)
  expect(await read.json()).toMatchObject({ subscription_id: answer.subscription_id, status: 'active' })
  expect(await db.select().from(subscribe_attempts)).toMatchObject([{ idempotency_key: 'submit-1', user_id: user.id }])
})

async function aMethod(emulator: ReturnType<typeof createEmulator>): Promise<string> {
  const body = new URLSearchParams({ type: 'card', 'card[token]': 'tok_visa' })
  const headers = { authorization: 'Bearer sk_test_switchyard' }
  const request = new Request('https://stripe.test/v1/payment_methods', { method: 'POST', body, headers })
  return (await (await emulator.fetch(request)).json<{ id: string }>()).id
}

test('buys nothing when another user has signed in since', async () => {
  const { send, emulator } = await overHttp()
  const body = { ...ORDER, payment_method: await aMethod(emulator) }
  const refused = await send('POST', '/api/subscriptions', { body, headers: { [EXPECTED_USER]: 'usr_before' } })
  expect(await refused.json()).toMatchObject({ error: { code: 'account_changed' } })
  expect([refused.status, emulator.store.all('subscription')]).toEqual([409, []])
})

test.each([
  ['nothing', {}],
  ['no price', { ...ORDER, price: undefined }],
  ['an invalid payment method', { ...ORDER, payment_method: '4242424242424242' }],
  ['a fraction of a cent', { ...ORDER, price: { ...ORDER.price, price_in_cents: 3.49 } }],
  ['an unknown interval', { ...ORDER, price: { ...ORDER.price, price_type: 'weekly' } }],
  ['an unknown field', { ...ORDER, tier: 'pro' }],
])('rejects an order with %s (422) without asking Stripe', async (_, body) => {
  const { send, emulator } = await overHttp()
  const response = await send('POST', '/api/subscriptions', { body })
  expect(response.status).toBe(422)
  expect((await response.json<ErrorEnvelope>()).error.code).toBe('invalid_input')
  expect(emulator.control.calls()).toEqual([])
})

test('accepts a signed Stripe event without a session or CSRF token', async () => {
  await overHttp()
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.updated',
    created: 1,
    livemode: false,
    data: { object: { object: 'customer', id: 'cus_unknown' } },
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const bare = { 'x-csrf-token': '', 'x-requested-with': '', origin: '', cookie: '' }
  const post = (signature: string, text = body) =>
    call('POST', '/webhooks/stripe', {
      body: text,
      bindings: BINDINGS,
      headers: { ...bare, 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    })
  expect((await post('')).status).toBe(400)
  expect((await post(`t=${timestamp},v1=${'0'.repeat(64)}`)).status).toBe(400)
  expect((await post('', 'x'.repeat(3 * 1024 * 1024))).status).toBe(413)
  expect((await post('', `${'['.repeat(50_000)}`)).status).toBe(400)
  expect(await db.select().from(stripe_events)).toEqual([])
  const good = await post(
    await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret: 'whsec_test', timestamp }),
  )
  expect([good.status, await good.json()]).toEqual([200, { received: true }])
  expect(await db.select().from(stripe_events)).toMatchObject([{ id: 'evt_1', customer: 'cus_unknown' }])
})

test('sells nothing without Stripe keys (503)', async () => {
  const { send } = await overHttp()
  const closed = { ...BINDINGS, STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' }
  const user = await aUser(db)
  const { token: session } = await signIn(db, user, Date.now())
  for (const path of ['/api/checkout']) {
    expect((await call('GET', path, { session, bindings: closed })).status).toBe(503)
  }
  expect((await call('POST', '/api/customers', { session, bindings: closed })).status).toBe(503)
  expect((await send('GET', '/api/checkout')).status).toBe(200)
})
