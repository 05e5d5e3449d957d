import { setTimeout } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import type { Send } from '../control/webhook-delivery.ts'
import { emulatorFixture } from '../testing/emulator.fixture.ts'

const url = 'https://site.test/webhooks/stripe'

/** An endpoint that records deliveries and answers as told. */
async function world(answers: number[] = [], now?: () => number) {
  const got: { body: string; signature: string }[] = []
  const send: Send = async (_, init) => {
    got.push({ body: String(init.body), signature: new Headers(init.headers).get('stripe-signature') ?? '' })
    return { status: answers.shift() ?? 200 }
  }
  const made = emulatorFixture({ send, ...(now && { now }) })
  const { secret = '', id } = await made.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  const { webhooks } = made.emulator.control
  const types = () => got.map(({ body }) => JSON.parse(body).type)
  return { ...made, got, secret, id, webhooks, types }
}

test('sends a refused event three times in all', async () => {
  const { stripe, got, webhooks } = await world([500, 500, 500, 500])
  await stripe.customers.create()
  for (let times = 0; times < 5; times++) await webhooks.deliver()
  expect(got).toHaveLength(3)
  expect(webhooks.deliveries().map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
  ])
})

test('sends an endpoint only the events it asked for', async () => {
  const { stripe, id, types, webhooks } = await world()
  await stripe.webhookEndpoints.update(id, { enabled_events: ['customer.deleted'] })
  const customer = await stripe.customers.create()
  await stripe.customers.del(customer.id)
  await webhooks.deliver()
  expect(types()).toEqual(['customer.deleted'])
})

test('sends webhooks after the response, or later when delayed', async () => {
  const { stripe, types, webhooks } = await world([], Date.now)
  await stripe.customers.create()
  await vi.waitFor(() => expect(types()).toEqual(['customer.created']))
  webhooks.mode('delay', 100)
  // Begun before the delay, so it ends before it on the busiest machine too.
  const heardBefore = setTimeout(90).then(() => types().length)
  const { id } = await stripe.customers.create()
  expect(await heardBefore).toBe(1)
  await vi.waitFor(() => expect(types()).toEqual(['customer.created', 'customer.created']))
  await stripe.customers.del(id)
  await vi.waitFor(() => expect(types().at(-1)).toBe('customer.deleted'))
})

test('resends one event alone while others are held', async () => {
  const { stripe, types, webhooks, got } = await world()
  webhooks.mode('hold')
  const { id } = await stripe.customers.create()
  await stripe.customers.del(id)
  const [event] = webhooks.waiting()
  await webhooks.resend(event?.id ?? '')
  await webhooks.resend(event?.id ?? '')
  expect(types()).toEqual(['customer.created', 'customer.created'])
  expect(new Set(got.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
  expect(webhooks.waiting()).toHaveLength(2)
})

test('sends webhooks twice, reversed, late, lost or badly signed on request', async () => {
  const { stripe, got, types, webhooks, secret, clock } = await world()
  const both = async () => {
    got.length = 0
    const { id } = await stripe.customers.create()
    await stripe.customers.del(id)
  }
  webhooks.mode('duplicate')
  await both()
  await webhooks.deliver()
  expect(types()).toHaveLength(4)
  webhooks.mode('reorder')
  await both()
  await webhooks.deliver()
  expect(types()).toEqual(['customer.deleted', 'customer.created'])
  webhooks.mode('hold')
  await both()
  expect(types()).toEqual([])
  expect(webhooks.waiting()).toHaveLength(2)
  await webhooks.deliver()
  expect(types()).toEqual(['customer.created', 'customer.deleted'])
  // The mode at the time of sending applies to waiting webhooks too.
  webhooks.mode('hold')
  await both()
  webhooks.mode('lost')
  await webhooks.deliver()
  expect(types()).toEqual([])
  expect(webhooks.waiting()).toEqual([])
  webhooks.mode('lost_once')
  await both()
  // The first try happens at once and is lost.
  await webhooks.deliver()
  await webhooks.deliver()
  expect(
    webhooks
      .deliveries()
      .slice(-4)
      .map(({ status }) => status),
  ).toEqual([0, 0, 200, 200])
  webhooks.mode('bad_signature')
  await both()
  await webhooks.deliver()
  const { body = '', signature = '' } = got[0] ?? {}
  const provider = Stripe.createSubtleCryptoProvider()
  await expect(
    stripe.webhooks.constructEventAsync(body, signature, secret, undefined, provider, clock.now),
  ).rejects.toThrow('signature')
})
