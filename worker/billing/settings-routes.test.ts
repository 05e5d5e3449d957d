import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../system/d1/client.ts'
import { call } from '../testing/call-api.ts'
import { aSubscription, aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'

const CHANGE = { plan: 'intermediate_pro', interval: 'year', at: 1, price: 3499, first_charge: 3499 }
const WRITES: [path: string, body: unknown][] = [
  ['/api/billing/cancel', { last_day: 1 }],
  ['/api/billing/resume', undefined],
  ['/api/billing/card', { payment_method: 'pm_1' }],
  ['/api/billing/confirm_payment', undefined],
  ['/api/billing/change', CHANGE],
  ['/api/billing/keep_plan', { plan: 'pro', interval: 'month' }],
]
const NO_COMPANY = { line2: '', state: '', postal_code: '', tax_id_type: '', tax_id: '' }
const db = connect(env.DB)

beforeEach(emptyDatabase)

async function aSession(payment_type?: 'app_store') {
  const user = await aUser(db)
  if (payment_type) await aSubscription(db, user, { tier: 'pro', payment_type, stripe_subscription_id: null })
  return (await signIn(db, user, Date.now())).token
}
const codeOf = async (response: Response) => (await response.json<{ error: { code: string } }>()).error.code

test.each(WRITES)('%s needs a plan that Stripe bills', async (path, body) => {
  const without = await call('POST', path, { body, session: await aSession() })
  expect([without.status, await codeOf(without)]).toEqual([409, 'conflict'])
  const store = await call('POST', path, { body, session: await aSession('app_store') })
  expect([store.status, await codeOf(store)]).toEqual([403, 'store_billed'])
})

test.each(WRITES)('%s from another user’s page is 409', async (path, body) => {
  const headers = { 'x-expected-user': 'usr_other' }
  const response = await call('POST', path, { body, headers, session: await aSession('app_store') })
  expect([response.status, await codeOf(response)]).toEqual([409, 'account_changed'])
})

test.each([
  ['/api/billing/cancel', { last_day: 'tomorrow' }],
  ['/api/billing/cancel', { last_day: 1, reason: 'because' }],
  ['/api/billing/card', { payment_method: '../customers' }],
  ['/api/billing/card', { payment_method: 'pm_1', setup_intent: 'pi_1' }],
  ['/api/billing/change', { ...CHANGE, interval: 'week' }],
  ['/api/billing/change', { ...CHANGE, plan: 'legacy_pro' }],
  ['/api/billing/change', { ...CHANGE, first_charge: -1 }],
  ['/api/billing/keep_plan', {}],
])('%s with %j is 422', async (path, body) => {
  expect((await call('POST', path, { body, session: await aSession() })).status).toBe(422)
})

test.each(['/api/billing/company', '/api/billing/company/remove'])('%s needs the session of its page', async (path) => {
  const body = { ...NO_COMPANY, name: 'A', line1: 'B', city: 'C', country: 'DE' }
  const headers = { 'x-expected-user': 'usr_other' }
  const response = await call('POST', path, { body, headers, session: await aSession() })
  expect([response.status, await codeOf(response)]).toEqual([409, 'account_changed'])
})

test('answers a user who never paid without Stripe', async () => {
  const response = await call('GET', '/api/billing', { session: await aSession() })
  expect(await response.json()).toMatchObject({ tier: 'free', plan: null, invoices: [], unavailable: [] })
})
