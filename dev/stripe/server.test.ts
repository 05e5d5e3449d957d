import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { seedStripe } from '../seed/write-stripe.ts'
import { startStripe, type StripeOptions } from './server.ts'

async function start(options: Partial<StripeOptions> = {}) {
  const running = await startStripe({ port: 0, ...options })
  // A test may have closed it.
  onTestFinished(() => running.close().catch(() => {}))
  const { hostname, port } = new URL(running.origin)
  const stripe = new Stripe(running.vars.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { ...running, stripe }
}

test('the official client talks to it over HTTP', async () => {
  const { stripe } = await start()
  const { id } = await stripe.customers.create({ email: 'ada@demo.test' })
  expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'ada@demo.test' })
})

test('a dropped connection is one without an answer, and the work is done once', async () => {
  const { stripe, emulator } = await start()
  // The client tries again by itself where a connection closes, with the same idempotency key.
  emulator.control.fail({ kind: 'drop_after_commit', on: 'POST /v1/customers', times: 2 })
  await expect(stripe.customers.create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('what it knows outlives a restart (design §6)', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'stripe-')), 'stripe.json')
  const first = await start({ stateFile })
  const { id } = await first.stripe.customers.create()
  await first.close()
  const second = await start({ stateFile })
  expect((await second.stripe.customers.list()).data.map((each) => each.id)).toEqual([id])
})

test('the demo plans and codes are there, once, however often they are seeded (design §6)', async () => {
  const { stripe, ...running } = await start()
  for (const times of [1, 2]) seedStripe(running, { siteOrigin: 'http://localhost:1', now: Date.now() + times })
  const prices = await stripe.prices.list({ active: true, expand: ['data.product'] })
  expect(prices.data.map(({ id, unit_amount }) => `${id} ${unit_amount}`).toSorted()).toEqual([
    'price_intermediate_pro_month 349',
    'price_intermediate_pro_year 3499',
    'price_intermediate_pro_year_student 1999',
    'price_pro_month 999',
    'price_pro_year 9999',
  ])
  const codes = await stripe.promotionCodes.list({ expand: ['data.promotion.coupon'] })
  expect(codes.data.map(({ code, active }) => `${code} ${active}`).toSorted()).toEqual([
    'EXPIRED false',
    'FOREVER10 true',
    'PLUSONLY true',
    'WELCOME20 true',
  ])
  expect((await stripe.webhookEndpoints.list()).data.map(({ url }) => url)).toEqual([
    'http://localhost:1/webhooks/stripe',
  ])
})

test('its page shows what happened and takes orders, from itself alone', async () => {
  const { origin, stripe, emulator } = await start()
  await stripe.customers.create()
  const text = await (await fetch(origin)).text()
  expect(text).toContain('customer.created')
  expect(text).toContain('4242 4242 4242 4242')
  const order = (from: string, body: string) =>
    fetch(`${origin}/_control/wallet`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
      headers: { origin: from },
    })
  expect((await order('http://localhost:1', 'wallet=apple')).status).toBe(403)
  expect((await order(origin, 'wallet=gold')).status).toBe(400)
  expect((await order(origin, 'wallet=apple')).status).toBe(303)
  expect(emulator.control.wallet()).toBe('apple')
})
