import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../db/schema/accounts.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { SoldPlan } from '../../contract/tiers.ts'
import { MODAL_DATA_KEPT } from '../../contract/limits.ts'
import { SUBSCRIPTION_MODAL_PATH } from '../../contract/upgrade/upgrade.ts'
import { call } from '../../testing/call-api.ts'
import { aSubscription, signIn } from '../../testing/rows.ts'
import { roundTrips } from '../../testing/round-trips.ts'
import { getCheckout } from './get-checkout.ts'
import { getSubscriptionModal } from './get-subscription-modal.ts'
import { subscribe } from '../subscribe/subscribe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { prices, subscriptions } from '../../db/schema/billing.ts'
import { anOrder, aBillingFixture } from '../testing/billing.fixture.ts'

/** A shop and a user whom no other test has put into KV. */
async function aVisit(given: Partial<typeof users.$inferInsert> = {}) {
  const shop = await aBillingFixture()
  const user = await shop.customer({ id: `usr_${crypto.randomUUID()}`, ...given })
  const me = await shop.as(user)
  /** Asks, and waits until KV has the answer. */
  const ask = async (plan: SoldPlan = 'pro', ctx: Ctx = me) => {
    const data = await getSubscriptionModal(ctx, plan)
    await me.settled()
    return data
  }
  /** Changes a price behind the cache: only an answer computed afterwards shows it. */
  const raise = (amount: number) => shop.ctx.db.update(prices).set({ amount }).where(eq(prices.id, 'plan_pro_month'))
  const price = async (plan?: SoldPlan, ctx?: Ctx) => (await ask(plan, ctx)).pro?.monthly_plan?.amount
  return { shop, user, me, ask, raise, price }
}

test('answers checkout’s data, the user and the server’s time', async () => {
  const { me, ask, user, shop } = await aVisit()
  const now = shop.ctx.now()
  expect(await ask('pro')).toEqual({
    ...(await getCheckout(me)),
    user_id: user.id,
    plan: 'pro',
    tier: 'free',
    subscriptionPaymentType: null,
    served_at: now,
  })
})

test.each(['stripe', 'app_store', 'google_play'] as const)('answers %s as the payment type', async (payment_type) => {
  const { shop, user, ask } = await aVisit()
  const stripe_subscription_id = payment_type === 'stripe' ? 'sub_1' : null
  await aSubscription(shop.ctx.db, user, { tier: 'intermediate_pro', payment_type, stripe_subscription_id })
  expect(await ask()).toMatchObject({
    tier: 'intermediate_pro',
    subscriptionPaymentType: payment_type,
    held: { plan_id: 'intermediate_pro', payment_type },
    eligible_for_trial: false,
  })
})

// §7-27
test('keeps the answer in KV for ten minutes per user and plan', async () => {
  const { shop, ask, raise, price } = await aVisit()
  const first = await ask('pro')
  await raise(1099)
  shop.wait(MODAL_DATA_KEPT - 1)
  expect(await ask('pro')).toEqual({ ...first, served_at: first.served_at + MODAL_DATA_KEPT - 1 })
  expect(await price('intermediate_pro')).toBe(1099)
  shop.wait(1)
  expect(await price('pro')).toBe(1099)
})

test('makes one D1 round trip with KV, two without', async () => {
  const { me, ask } = await aVisit()
  const asked = () =>
    roundTrips(me, (ctx) => getSubscriptionModal({ ...ctx, settings: me.settings, defer: me.defer }, 'pro'))
  expect(await asked()).toBe(2)
  await ask('pro')
  expect(await asked()).toBe(1)
})

test('never answers another user or a visitor from KV', async () => {
  const { shop, me, ask, raise, price } = await aVisit()
  await ask()
  await raise(1099)
  const other = await shop.customer({ id: `usr_${crypto.randomUUID()}` })
  expect(await ask('pro', await shop.as(other))).toMatchObject({
    user_id: other.id,
    pro: { monthly_plan: { amount: 1099 } },
  })
  expect(await price()).toBe(999)
  await expect(getSubscriptionModal({ ...me, sessionHash: 'gone' }, 'pro')).rejects.toMatchObject({ status: 401 })
})

test('drops the cached answer when a sync changes the subscription', async () => {
  const { shop, user, ask, raise, price } = await aVisit({ trial_used_at: 1 })
  await ask()
  await subscribe(await shop.as(user), await anOrder(shop), { key: 'k' })
  await raise(1099)
  expect(await ask()).toMatchObject({ tier: 'intermediate_pro', pro: { monthly_plan: { amount: 1099 } } })
  await raise(1199)
  expect(await price()).toBe(1099)
  const [row] = await shop.ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, user.id))
  // Only the version changes here: the plan ends with its period and works until then.
  await shop.stripe.subscriptions.update(row?.stripe_subscription_id ?? '', { cancel_at_period_end: true })
  const { stripe_customer_id } = (await shop.ctx.db.select().from(users).where(eq(users.id, user.id)))[0] ?? {}
  await syncCustomer(shop.ctx, stripe_customer_id ?? '')
  expect(await price()).toBe(1199)
  // A sync that finds nothing new drops nothing.
  await raise(1299)
  await syncCustomer(shop.ctx, stripe_customer_id ?? '')
  expect(await price()).toBe(1199)
})

test('drops the cached answer when a plan runs out', async () => {
  const { shop, user, ask } = await aVisit()
  const current_period_end = shop.ctx.now() + 1000
  await aSubscription(shop.ctx.db, user, { tier: 'pro', status: 'canceled', current_period_end })
  expect(await ask()).toMatchObject({ tier: 'pro' })
  shop.wait(1000)
  expect(await ask()).toMatchObject({ tier: 'free', held: null })
})

test.each([
  ['the trial is used', { trial_used_at: 1 }, { eligible_for_trial: false }],
  ['they become a student', { student: true }, { student: true, eligible_for_trial: false }],
  ['their address changes', { email: 'new@example.test' }, { email: 'new@example.test' }],
])('drops the cached answer when %s', async (_, change, expected) => {
  const { shop, user, ask } = await aVisit()
  expect(await ask()).toMatchObject({ eligible_for_trial: true })
  await shop.ctx.db.update(users).set(change).where(eq(users.id, user.id))
  expect(await ask()).toMatchObject(expected)
})

test('answers each browser with its own wallet', async () => {
  const { me, ask } = await aVisit()
  await ask()
  expect(await ask('pro', { ...me, userAgent: 'Mozilla/5.0 Chrome/140' })).toMatchObject({ browser_type: 'chrome' })
})

test('answers when KV is down or holds a broken entry', async () => {
  const { me, ask, raise, price } = await aVisit()
  const away = () => Promise.reject(new Error('KV is away.'))
  const withKv = (kv: Partial<KVNamespace>) => ({ ...me, kv: { ...env.CACHE, put: away, ...kv } })
  expect(await price('pro', withKv({ get: away }))).toBe(999)
  const { user_id } = await ask()
  const { keys } = await env.CACHE.list({ prefix: `subscription_modal:${user_id}:` })
  const notTheirs = JSON.stringify({ ...(await ask()), user_id: 'usr_other' })
  for (const [at, broken] of ['{"user_id":', 'null', '[]', '{}', '"text"', notTheirs].entries()) {
    for (const { name } of keys) await env.CACHE.put(name, broken)
    await raise(1100 + at)
    expect(await price('pro'), broken).toBe(1100 + at)
  }
})

test('keeps no server-only key in KV', async () => {
  const { ask, user } = await aVisit()
  await ask()
  const { keys } = await env.CACHE.list({ prefix: `subscription_modal:${user.id}:` })
  const texts = await Promise.all(keys.map(({ name }) => env.CACHE.get(name)))
  expect(keys).toHaveLength(1)
  expect(texts.join()).toContain('pk_test_switchyard')
  expect(texts.join()).not.toMatch(/sk_test|whsec|scrypt|token/)
})

test('refuses everyone without keys (503), despite KV', async () => {
  const { me, ask } = await aVisit()
  await ask()
  const settings = { ...me.settings, STRIPE_PUBLISHABLE_KEY: '' }
  const refused = getSubscriptionModal({ ...me, settings }, 'pro')
  await expect(refused).rejects.toMatchObject({ code: 'billing_unavailable', status: 503 })
})

// §2.4-52 §7-27
test('defaults `plan` to Pro and answers privately over HTTP', async () => {
  const { shop, user } = await aVisit()
  const { token: session } = await signIn(shop.ctx.db, user, Date.now())
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  const get = (query: string, bindings = { ...env, ...keys }) =>
    call('GET', `${SUBSCRIPTION_MODAL_PATH}${query}`, { session, bindings })
  const answer = await get('')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await answer.json()).toMatchObject({ user_id: user.id, plan: 'intermediate_pro' })
  expect(await (await get('?plan=pro')).json()).toMatchObject({ plan: 'pro' })
  for (const query of ['?plan=legacy_pro', '?plan=free', '?plan=', '?plan=Pro', '?plan=pro&plan=pro']) {
    const refused = await get(query)
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ attribute: 'plan' }] }])
  }
  expect((await call('GET', SUBSCRIPTION_MODAL_PATH)).status).toBe(401)
  expect((await get('', { ...env, STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' })).status).toBe(503)
})
