import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import { runningStripe } from '../stand-ins/stripe/running-stripe.fixture.ts'
import { demoPeriod } from './billing/demo-period.ts'
import { seedStripe } from './seed-stripe.ts'

test('seeds the demo plans and codes only once', async () => {
  const { stripe, ...running } = await runningStripe()
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
    'HOLIDAY true',
    'PLUSONLY true',
    'WELCOME20 true',
  ])
  const endpoints = async () => (await stripe.webhookEndpoints.list()).data.map(({ url }) => url)
  expect(await endpoints()).toEqual(['http://localhost:1/webhooks/stripe'])
  await seedStripe(running, { siteOrigin: 'http://localhost:2', now: Date.now() })
  expect(await endpoints(), 'the site has moved').toEqual(['http://localhost:2/webhooks/stripe'])
})

test("mirrors D1's card subscribers at Stripe", async () => {
  const { stripe, ...running } = await runningStripe()
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

test('renews after a month, and a restart keeps the clock', async () => {
  const stateFile = join(temporaryFolder(), 'stripe.json')
  const { stripe, ...running } = await runningStripe({ stateFile })
  await seedStripe(running, { siteOrigin: 'http://localhost:1', now: Date.now() })
  running.emulator.control.later(31 * 24 * 60 * 60 * 1000)
  const paid = (client: Stripe) => client.invoices.list({ customer: 'cus_demo_pro', status: 'paid' })
  expect((await paid(stripe)).data).toHaveLength(2)
  await running.close()
  const again = await runningStripe({ stateFile })
  expect((await paid(again.stripe)).data).toHaveLength(2)
  expect(again.emulator.store.now()).toBeGreaterThan(Date.now() / 1000 + 30 * 24 * 60 * 60)
})
