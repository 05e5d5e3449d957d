import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { post, emulatorFixture } from '../testing/emulator.fixture.ts'

test('creates, reads, updates and deletes a customer', async () => {
  const { stripe } = emulatorFixture()
  const made = await stripe.customers.create({ email: 'ada@demo.test', metadata: { user_id: 'usr_1', old: 'yes' } })
  expect(made).toMatchObject({ object: 'customer', email: 'ada@demo.test', livemode: false, invoice_settings: {} })
  expect(made.id).toMatch(/^cus_\w{14}$/)
  const changed = await stripe.customers.update(made.id, { name: 'Ada', metadata: { old: '' } })
  expect(changed.metadata).toEqual({ user_id: 'usr_1' })
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ name: 'Ada' })
  expect(await stripe.customers.del(made.id)).toMatchObject({ deleted: true })
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, deleted: true })
  await expect(stripe.customers.update(made.id, { name: 'B' })).rejects.toThrow(`No such customer: '${made.id}'`)
})

test('events say what changed and which request did it', async () => {
  const { stripe } = emulatorFixture()
  const made = await stripe.customers.create({ email: 'ada@demo.test' })
  await stripe.customers.update(made.id, { email: 'new@demo.test' }, { idempotencyKey: 'k1' })
  const { data } = await stripe.events.list({ type: 'customer.updated' })
  expect(data[0]?.data.previous_attributes).toEqual({ email: 'ada@demo.test' })
  expect(data[0]?.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: 'k1' })
})

test('refuses missing, foreign and publishable keys, each differently', async () => {
  const { emulator, browser, client } = emulatorFixture()
  const none = await emulator.fetch(new Request('https://api.stripe.com/v1/customers'))
  expect(none.status).toBe(401)
  await expect(client('sk_live_x').customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  await expect(browser.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripePermissionError)
})

test('answers an unknown address with 404', async () => {
  const { emulator } = emulatorFixture()
  expect((await post(emulator, '/v1/nothing', '')).body['error']).toMatchObject({ type: 'invalid_request_error' })
})

test('refuses a second request while its key is in use', async () => {
  const { emulator } = emulatorFixture()
  emulator.control.fail({ kind: 'slow', ms: 30 })
  const headers = { 'idempotency-key': 'once' }
  const [first, second] = await Promise.all([
    post(emulator, '/v1/customers', '', headers),
    post(emulator, '/v1/customers', '', headers),
  ])
  expect([first.status, second.status]).toEqual([200, 409])
  expect(second.body['error']).toMatchObject({ code: 'idempotency_key_in_use' })
})

test('lists newest first, in pages the SDK can follow', async () => {
  const { stripe } = emulatorFixture()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name })
  const first = await stripe.customers.list({ limit: 2 })
  expect(first).toMatchObject({ has_more: true, url: '/v1/customers' })
  expect(first.data.map(({ name }) => name)).toEqual(['e', 'd'])
  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 })
  expect(all.map(({ name }) => name).join('')).toBe('edcba')
})

test('expands four levels deep, and only expandable fields', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.customers.list({ expand: ['data.a.b.c.d.e'] })).rejects.toMatchObject({
    code: 'property_expansion_max_depth',
  })
  const made = await stripe.customers.create({ expand: ['subscriptions'] })
  expect(made.subscriptions).toMatchObject({ object: 'list', data: [] })
  expect(await stripe.customers.retrieve(made.id)).not.toHaveProperty('subscriptions')
  await expect(stripe.customers.retrieve(made.id, { expand: ['nothing'] })).rejects.toThrow('cannot be expanded')
})

test('refuses an impossible expansion and does nothing', async () => {
  const { stripe, emulator } = emulatorFixture()
  await expect(stripe.customers.create({ expand: ['nothing'] })).rejects.toMatchObject({ statusCode: 400 })
  expect((await stripe.customers.list()).data).toEqual([])
  expect(emulator.store.all('event')).toEqual([])
})

test('a fault hits the chosen call after the chosen count', async () => {
  const { emulator, stripe } = emulatorFixture()
  emulator.control.fail({ kind: '500', on: 'POST /v1/customers', after: 1, times: 2 })
  await stripe.customers.list()
  await stripe.customers.create()
  await expect(stripe.customers.create()).rejects.toMatchObject({ statusCode: 500 })
  await expect(stripe.customers.create()).rejects.toMatchObject({ statusCode: 500 })
  await stripe.customers.create()
  expect(emulator.control.calls().map(({ status }) => status)).toEqual([200, 200, 500, 500, 200])
})
