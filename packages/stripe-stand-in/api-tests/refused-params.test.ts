import { expect, test } from 'vitest'
import { emulatorFixture, post } from '../testing/emulator.fixture.ts'

/** The refusal of a raw request, without its addresses. */
async function refused(path: string, body: string, headers: Record<string, string> = {}) {
  const { emulator } = emulatorFixture()
  const answer = await post(emulator, path, body, headers)
  const error = Object(answer.body['error'])
  return { status: answer.status, type: error.type, code: error.code, param: error.param, message: error.message }
}

const invalid = { status: 400, type: 'invalid_request_error' }
const name = 'k'.repeat(41)
const value = 'v'.repeat(501)
const manyNames = Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=1`).join('&')

test.each([
  [
    'a metadata name of 41 characters',
    `metadata[${name}]=1`,
    {
      param: 'metadata',
      message: `Metadata keys can have up to 40 characters, but you passed in a key that is 41 characters. Invalid key: ${name}`,
    },
  ],
  [
    'a metadata value of 501 characters',
    `metadata[plan]=${value}`,
    {
      param: 'metadata',
      message: `Metadata values can have up to 500 characters, but you passed in a value that is 501 characters. Invalid value: ${value}`,
    },
  ],
  ['51 metadata names', manyNames, { param: 'metadata' }],
  [
    'an email address without a domain',
    'email=ada',
    { code: 'email_invalid', param: 'email', message: 'Invalid email address: ada' },
  ],
  [
    'a fifth expand level',
    'expand[]=a.b.c.d.e',
    { code: 'property_expansion_max_depth', param: 'expand', message: /^You cannot expand more than 4 levels/ },
  ],
])('refuses a customer with %s', async (_, body, error) => {
  const { message = '', ...rest } = error as { message?: string | RegExp; code?: string; param: string }
  expect(await refused('/v1/customers', body)).toMatchObject({
    ...invalid,
    ...rest,
    message: expect.stringMatching(message),
  })
})

test('refuses the 51st metadata name of an object', async () => {
  const { stripe } = emulatorFixture()
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, '1']))
  const { id } = await stripe.customers.create({ metadata })
  await expect(stripe.customers.update(id, { metadata: { more: '1' } })).rejects.toMatchObject({
    statusCode: 400,
    param: 'metadata',
  })
})

const recurring = 'product=prod_1&recurring[interval]=month'

test.each([
  ['/v1/prices', `currency=usdd&unit_amount=349&${recurring}`],
  ['/v1/coupons', 'currency=usdd&amount_off=100'],
])('refuses the unknown currency usdd at %s', async (path, body) => {
  expect(await refused(path, body)).toMatchObject({
    ...invalid,
    param: 'currency',
    message: expect.stringMatching(/^Invalid currency: usdd\. Stripe currently supports these currencies: usd, aed, /),
  })
})

test.each([
  ['price', '/v1/prices', `currency=usd&unit_amount=-1&${recurring}`, 'unit_amount', 'Invalid non-negative integer'],
  ['discount', '/v1/coupons', 'currency=usd&amount_off=-100', 'amount_off', 'Invalid positive integer'],
  ['refund', '/v1/refunds', 'charge=ch_1&amount=-1', 'amount', 'Invalid positive integer'],
  [
    'minimum',
    '/v1/promotion_codes',
    'promotion[type]=coupon&promotion[coupon]=x&restrictions[minimum_amount]=-1',
    'restrictions[minimum_amount]',
    'Invalid positive integer',
  ],
])('refuses a negative %s', async (_, path, body, param, message) => {
  expect(await refused(path, body)).toMatchObject({ ...invalid, param, message: expect.stringContaining(message) })
})

test('refuses a list of subscriptions by an unknown status', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.subscriptions.list({ status: 'running' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'status',
    message:
      'Invalid status: must be one of active, past_due, unpaid, canceled, incomplete, incomplete_expired, trialing, paused, all, or ended',
  })
})

test('refuses an API version that it does not speak', async () => {
  expect(await refused('/v1/customers', '', { 'stripe-version': '2026-13-01.endive' })).toMatchObject({
    ...invalid,
    message: 'Invalid Stripe API version: 2026-13-01.endive',
  })
})

test('refuses a webhook endpoint with an unknown API version', async () => {
  const body = 'url=https://shop.test&enabled_events[]=*&api_version=2026-13-01.endive'
  expect(await refused('/v1/webhook_endpoints', body)).toMatchObject({ ...invalid, param: 'api_version' })
})
