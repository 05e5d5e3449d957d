import { join } from 'node:path'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.fixture.ts'
import { runningStripe } from './running-stripe.fixture.ts'

test('serves the official client over HTTP', async () => {
  const { stripe } = await runningStripe()
  const { id } = await stripe.customers.create({ email: 'ada@demo.test' })
  expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'ada@demo.test' })
})

test('drops a connection unanswered and does the work once', async () => {
  const { stripe, emulator } = await runningStripe()
  // The client retries a closed connection automatically, with the same idempotency key.
  emulator.control.fail({ kind: 'drop_after_commit', on: 'POST /v1/customers', times: 2 })
  await expect(stripe.customers.create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('keeps its state across a restart', async () => {
  const stateFile = join(temporaryFolder(), 'stripe.json')
  const first = await runningStripe({ stateFile })
  const { id } = await first.stripe.customers.create()
  await first.close()
  const second = await runningStripe({ stateFile })
  expect((await second.stripe.customers.list()).data.map((each) => each.id)).toEqual([id])
})

test('shows activity and takes orders on its own page only', async () => {
  const { origin, stripe, emulator } = await runningStripe()
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
  expect((await order('http://localhost:1', 'value=ready')).status).toBe(403)
  expect((await order(origin, 'value=gold')).status).toBe(400)
  expect((await order(origin, 'value=ready')).status).toBe(303)
  expect(emulator.control.wallet()).toBe('ready')
})

test('its page decides what a trial does to a coupon', async () => {
  const { origin, emulator } = await runningStripe()
  const choose = (once: string) =>
    fetch(`${origin}/_control/trial_coupon`, {
      method: 'POST',
      body: new URLSearchParams({ value: once }),
      redirect: 'manual',
      headers: { origin },
    })
  expect([(await choose('lost')).status, (await choose('consumed')).status]).toEqual([400, 303])
  expect(emulator.control.onceOverTrial()).toBe('consumed')
  expect(await (await fetch(origin)).text()).toContain('<option value="consumed" selected>')
})
