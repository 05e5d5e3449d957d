import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import { routeMatcher } from '../../edge/routing/match-route.ts'
import { loadInput } from '../../edge/routing/load-input.fixture.ts'
import { me } from '../../testing/page.fixture.tsx'
import { checkout } from '../../testing/checkout.fixture.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { subscription } from '../payment/subscription-response.fixture.ts'

const match = routeMatcher(checkoutRoutes)

/** Loads an address as a signed-in user, against a small API. */
async function load(path: string, build: (app: Hono) => void) {
  const found = match(new URL(path, 'https://site.test'))
  if (found?.route.access !== 'private') throw new Error(`${path} is not a private page`)
  const input = loadInput({
    path,
    signedIn: true,
    build: (app) => build(app.get('/api/me', (c) => c.json({ me: now }))),
  })
  const { mine } = input
  if (!mine) throw new Error('There is a session.')
  const { params, address } = found
  return { found, loaded: await found.route.load({ ...input, mine, me: Promise.resolve(me()), params, address }) }
}
const now = me({ tier: 'pro' })
const error = (code: string) => ({ error: { code, message: '' }, errors: [] })

test.each([
  ['/subscribe/pro', 'intermediate_pro', 'Get Pro'],
  ['/subscribe/pro_plus', 'pro', 'Get Pro+'],
])('%s loads the checkout of %s and lets Stripe in', async (path, plan, title) => {
  const site = checkout()
  const { found, loaded } = await load(`${path}?from=mobile_app&utm=x`, (app) =>
    app.get('/api/checkout', (c) => c.json(site)),
  )
  expect(loaded).toEqual({ kind: 'page', data: { site, plan, now: 0, timeZone: 'UTC' }, title })
  expect(found.route).toMatchObject({ access: 'private', takesCards: true, bare: true })
  expect(found.address.query).toEqual({ from: 'mobile_app' })
})

test('loads with status 503 while nothing can be sold', async () => {
  const { loaded } = await load('/subscribe/pro', (app) =>
    app.get('/api/checkout', (c) => c.json(error('billing_unavailable'), 503)),
  )
  expect(loaded).toMatchObject({ kind: 'page', data: { site: null }, status: 503 })
})

test('rejects on any other failure', async () => {
  const failing = load('/subscribe/pro', (app) => app.get('/api/checkout', (c) => c.json(error('internal'), 500)))
  await expect(failing).rejects.toMatchObject({ status: 500 })
})

const success = (answer: object, status: 200 | 402 | 404 = 200) =>
  load('/subscriptions/success/sub_1?mobile=1', (app) =>
    app.get('/api/subscriptions/sub_1', (c) => c.json(answer, status)),
  )

test('reads the subscription first, then the tier', async () => {
  const { loaded, found } = await success(subscription())
  expect(loaded).toMatchObject({ data: { paid: true, trialing: false, tier: 'pro' }, title: 'Welcome' })
  expect(found.address.query).toEqual({ mobile: '1' })
  expect((await success(subscription({ status: 'trialing' }))).loaded).toMatchObject({
    data: { paid: true, trialing: true },
  })
})

test('does not count an incomplete payment as a success', async () => {
  expect((await success(subscription({ status: 'incomplete' }))).loaded).toMatchObject({ data: { paid: false } })
  expect((await success(error('card_declined'), 402)).loaded).toMatchObject({ data: { paid: false } })
})

test("does not find another user's subscription", async () => {
  await expect(success(error('not_found'), 404)).rejects.toMatchObject({ status: 404 })
})
