import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { demoPeriod } from './demo-period.ts'
import { seedStripe } from './seed-stripe.ts'
import { startStripe, type StripeOptions } from '../stripe/server/start-stripe.ts'

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

test('what it knows outlives a restart', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'stripe-')), 'stripe.json')
  const first = await start({ stateFile })
  const { id } = await first.stripe.customers.create()
  await first.close()
  const second = await start({ stateFile })
  expect((await second.stripe.customers.list()).data.map((each) => each.id)).toEqual([id])
})

test('the demo plans and codes are there, once, however often they are seeded', async () => {
  const { stripe, ...running } = await start()
  for (const times of [1, 2]) await seedStripe(running, { siteOrigin: 'http://localhost:1', now: Date.now() + times })
  const prices = await stripe.prices.list({ active: true })
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
  const endpoints = async () => (await stripe.webhookEndpoints.list()).data.map(({ url }) => url)
  expect(await endpoints()).toEqual(['http://localhost:1/webhooks/stripe'])
  await seedStripe(running, { siteOrigin: 'http://localhost:2', now: Date.now() })
  expect(await endpoints(), 'the site has moved').toEqual(['http://localhost:2/webhooks/stripe'])
})

test('who pays by card in D1 is the same subscriber here', async () => {
  const { stripe, ...running } = await start()
  const now = Date.now()
  await seedStripe(running, { siteOrigin: 'http://localhost:1', now })
  const { data } = await stripe.subscriptions.list({ expand: ['data.default_payment_method', 'data.customer'] })
  const lines = data.map(
    ({
      id,
      status,
      items: {
        data: [item],
      },
    }) => `${id} ${status} ${item?.price.unit_amount}`,
  )
  expect(lines.toSorted()).toEqual([
    'sub_demo_legacy active 199',
    'sub_demo_pro active 349',
    'sub_demo_proplus active 9999',
  ])
  expect(data.find(({ id }) => id === 'sub_demo_pro')).toMatchObject({
    customer: { id: 'cus_demo_pro', email: 'pro@demo.test', metadata: { user_id: 'usr_pro' } },
    default_payment_method: { customer: 'cus_demo_pro', card: { last4: '4242' } },
    items: {
      data: [{ current_period_end: demoPeriod('month', now).end, price: { product: 'prod_intermediate_pro' } }],
    },
  })
  expect((await stripe.invoices.list({ customer: 'cus_demo_pro' })).data).toMatchObject([
    { status: 'paid', amount_paid: 349, parent: { subscription_details: { subscription: 'sub_demo_pro' } } },
  ])
  expect(running.emulator.control.webhooks.waiting()).toEqual([])
})

test('a month later at Stripe everyone has paid again, and a restart does not turn the clock back', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'stripe-')), 'stripe.json')
  const { stripe, ...running } = await start({ stateFile })
  await seedStripe(running, { siteOrigin: 'http://localhost:1', now: Date.now() })
  running.emulator.control.later(31 * 24 * 60 * 60 * 1000)
  const paid = (client: Stripe) => client.invoices.list({ customer: 'cus_demo_pro', status: 'paid' })
  expect((await paid(stripe)).data).toHaveLength(2)
  await running.close()
  const again = await start({ stateFile })
  expect((await paid(again.stripe)).data).toHaveLength(2)
  expect(again.emulator.store.now()).toBeGreaterThan(Date.now() / 1000 + 30 * 24 * 60 * 60)
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
