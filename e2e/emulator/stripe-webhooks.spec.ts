import { Stripe } from 'stripe'
import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { triggerByCli } from '../../dev/stand-ins/stripe/run-stripe-cli.ts'
import { expect, test } from '../testing/journey.ts'

/** The types of the Stripe events that our Worker has stored. */
async function storedEvents({ env }: Stack): Promise<string[]> {
  const { results } = await env.DB.prepare('select type from stripe_events').all<{ type: string }>()
  return results.map(({ type }) => type)
}

test("the webhook takes signed events of Stripe's CLI", async ({ site }, info) => {
  const { emulator, origin } = site.standIns.stripe
  const events = ['customer.subscription.updated', 'invoice.payment_failed', 'payment_method.attached', 'price.updated']
  for (const event of events) {
    const base = origin.replace('localhost', '127.0.0.1')
    const { code, said } = await triggerByCli(base, info.outputPath('config'), [event])
    expect(code, said).toBe(0)
  }
  await emulator.control.webhooks.deliver()
  const refused = emulator.control.webhooks.deliveries().filter(({ status }) => status !== 200)
  expect(refused).toEqual([])
  await expect.poll(() => storedEvents(site)).toEqual(expect.arrayContaining(events.slice(0, 3)))
})

test('a subscription canceled at Stripe ends by webhook', async ({ site }) => {
  const { vars, emulator } = site.standIns.stripe
  const { hostname, port } = new URL(vars.STRIPE_API_BASE)
  const stripe = new Stripe(vars.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false })
  const status = () =>
    site.env.DB.prepare("select status from subscriptions where stripe_subscription_id = 'sub_demo_pro'").first(
      'status',
    )
  expect(await status()).toBe('active')
  await stripe.subscriptions.cancel('sub_demo_pro')
  await emulator.control.webhooks.deliver()
  await expect.poll(status, { timeout: 20_000 }).toBe('canceled')
})

test('an event with a wrong signature is refused', async ({ site, request }) => {
  const { emulator } = site.standIns.stripe
  emulator.control.webhooks.mode('bad_signature')
  await request.post(`${site.standIns.stripe.origin}/v1/customers`, {
    headers: { authorization: 'Bearer sk_test_switchyard' },
  })
  await emulator.control.webhooks.deliver()
  expect(emulator.control.webhooks.deliveries().map(({ status }) => status)).toContain(400)
  expect(await storedEvents(site)).toEqual([])
})
