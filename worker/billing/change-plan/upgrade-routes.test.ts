/** @module-tag long */
import { env } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import { DAY } from '../../contract/shared/durations.ts'
import { EXPECTED_USER } from '../../contract/billing/checkout.ts'
import type { GraphqlResponse } from '../../contract/graphql/graphql-documents.ts'
import { UPGRADE_TO_PRO_PLUS } from '../../contract/graphql/purchase-documents.ts'
import { PRO_UPGRADE_DETAILS_PATH, type ProUpgradeDetails } from '../../contract/upgrade/upgrade.ts'
import { call } from '../../testing/call-api.ts'
import { aSubscription, signIn } from '../../testing/rows.ts'
import { cardGoesBad, subscribed } from '../testing/subscribed-user.fixture.ts'
import { aBillingFixture, type BillingFixture } from '../testing/billing.fixture.ts'

const BINDINGS = {
  ...env,
  STRIPE_SECRET_KEY: 'sk_test_switchyard',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_switchyard',
  STRIPE_WEBHOOK_SECRETS: 'whsec_test',
  STRIPE_API_BASE: 'https://stripe.test',
}
type Answer = NonNullable<typeof UPGRADE_TO_PRO_PLUS.data>

/** Both calls as a browser makes them, with Stripe behind the network. */
async function overHttp({ emulator, ctx }: BillingFixture, user: { id: string } | null) {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => emulator.fetch(new Request(input, init)))
  const session = user ? { session: (await signIn(ctx.db, user, Date.now())).token } : {}
  return {
    details: () => call('GET', PRO_UPGRADE_DETAILS_PATH, { ...session, bindings: BINDINGS }),
    upgrade: async (variables: object, headers: Record<string, string> = {}) => {
      const body = { query: UPGRADE_TO_PRO_PLUS.query, variables }
      const response = await call('POST', '/graphql', { ...session, bindings: BINDINGS, body, headers })
      return { status: response.status, ...(await response.json<GraphqlResponse<Answer>>()) }
    },
  }
}

async function aSubscribersCalls() {
  const shop = await aBillingFixture()
  // The Worker answers the calls below by the real clock. Late in a month, an upgrade would cost less than Stripe charges.
  shop.ctx.advance(Date.now() - shop.ctx.now() - 10 * DAY)
  const world = { shop, ...(await subscribed(shop, {})) }
  world.ctx.advance(10 * DAY)
  return { world, ...(await overHttp(world.shop, world.user)) }
}

// §7-30 §7-34
test('upgrades as the details promised and answers plan_id pro', async () => {
  const { world, details, upgrade } = await aSubscribersCalls()
  const told = await details()
  expect([told.status, told.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const { product_id, proration_date, price, amount_today } = await told.json<ProUpgradeDetails>()
  const answer = await upgrade({ product_id, proration_date, price, amount_today }, { [EXPECTED_USER]: world.user.id })
  expect(answer.data?.userSubscriptionUpdate).toEqual({ user_subscription: { plan_id: 'pro' }, errors: [] })
  const again = await upgrade({ product_id: 'prod_pro' })
  expect(again.data?.userSubscriptionUpdate).toEqual({ user_subscription: { plan_id: 'pro' }, errors: [] })
  const known = await details()
  expect([known.status, await known.json()]).toMatchObject([409, { error: { code: 'already_subscribed' } }])
})

// §7-34
test('answers a declined card with the old plan_id and errors', async () => {
  const { world, upgrade } = await aSubscribersCalls()
  await cardGoesBad(world)
  expect((await upgrade({ product_id: 'prod_pro' })).data?.userSubscriptionUpdate).toEqual({
    user_subscription: { plan_id: 'intermediate_pro' },
    errors: [{ attribute: 'payment_method', message: expect.stringContaining('declined') }],
  })
})

// §7-34
test.each([
  ['another product', { product_id: 'prod_intermediate_pro' }, 'product_id'],
  ['no product', { product_id: '' }, 'product_id'],
  ['another amount', { product_id: 'prod_pro', amount_today: 1 }, 'amount_today'],
  ['a negative amount', { product_id: 'prod_pro', amount_today: -1 }, 'amount_today'],
])('answers %s with an error on its attribute', async (_, variables, attribute) => {
  const { upgrade } = await aSubscribersCalls()
  expect((await upgrade(variables)).data?.userSubscriptionUpdate).toEqual({
    user_subscription: { plan_id: 'intermediate_pro' },
    errors: [{ attribute, message: expect.any(String) }],
  })
})

test('refuses an upgrade from another user’s page', async () => {
  const { world, upgrade } = await aSubscribersCalls()
  const refused = await upgrade({ product_id: 'prod_pro' }, { [EXPECTED_USER]: 'usr_other' })
  expect(refused).toMatchObject({ status: 409, error: { code: 'account_changed' } })
  expect((await world.shop.stripe.subscriptions.retrieve(world.subscription)).items.data[0]?.price.id).toBe(
    'price_intermediate_pro_month',
  )
})

test('answers an unknown outcome with an error and no data', async () => {
  const { world, upgrade } = await aSubscribersCalls()
  world.shop.emulator.control.fail({ kind: '500', times: 10 })
  expect(await upgrade({ product_id: 'prod_pro' })).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'payment_failed' } }],
  })
})

test('refuses visitors, users without a plan and store subscribers', async () => {
  const shop = await aBillingFixture()
  const visitor = await overHttp(shop, null)
  expect((await visitor.details()).status).toBe(401)
  expect(await visitor.upgrade({ product_id: 'prod_pro' })).toMatchObject({
    data: null,
    errors: [{ extensions: { code: 'not_signed_in' } }],
  })
  const free = await overHttp(shop, await shop.customer())
  const none = await free.details()
  expect([none.status, await none.json()]).toMatchObject([409, { error: { redirect_to: '/subscribe/pro_plus' } }])
  expect((await free.upgrade({ product_id: 'prod_pro' })).data?.userSubscriptionUpdate).toMatchObject({
    user_subscription: null,
    errors: [{ attribute: null }],
  })
  const user = await shop.customer()
  const store = { payment_type: 'app_store', stripe_subscription_id: null } as const
  await aSubscription(shop.ctx.db, user, { tier: 'intermediate_pro', ...store })
  const phone = await overHttp(shop, user)
  expect((await phone.details()).status).toBe(403)
  const sentence = 'You currently have a Pro subscription on the App Store. Please upgrade to Pro+ on your iOS device.'
  expect((await phone.upgrade({ product_id: 'prod_pro' })).data?.userSubscriptionUpdate).toEqual({
    user_subscription: { plan_id: 'intermediate_pro' },
    errors: [{ attribute: null, message: sentence }],
  })
  expect(shop.emulator.control.calls()).toEqual([])
})
