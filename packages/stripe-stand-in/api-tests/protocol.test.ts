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
  const before = await stripe.customers.list({ limit: 2, ending_before: all[4]?.id ?? '' })
  expect(before.data.map(({ name }) => name)).toEqual(['c', 'b'])
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

test('a dropped connection after the commit keeps the work done', async () => {
  const { emulator, stripe } = emulatorFixture()
  emulator.control.fail({ kind: 'drop_after_commit', on: 'POST /v1/customers' })
  const attempt = () => stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'k' })
  await expect(attempt()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
  const [stored] = (await stripe.customers.list()).data
  expect(stored).toMatchObject({ name: 'Ada' })
  expect((await attempt()).id).toBe(stored?.id)
  expect(emulator.control.calls().map(({ method, status }) => `${method} ${status}`)).toEqual([
    'POST 0',
    'GET 200',
    'POST 200',
  ])
})

test.each([
  ['500', 500],
  ['429', 429],
  ['409_lock_timeout', 409],
] as const)('answers a %s before doing anything', async (kind, status) => {
  const { emulator, stripe } = emulatorFixture()
  emulator.control.fail({ kind })
  await expect(stripe.customers.create()).rejects.toMatchObject({ statusCode: status })
  expect((await stripe.customers.list()).data).toHaveLength(0)
  await stripe.customers.create()
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

test('saves plain JSON that a second emulator can continue from', async () => {
  const first = emulatorFixture()
  const { id } = await first.stripe.customers.create({ name: 'Ada' })
  const state = JSON.parse(JSON.stringify(first.emulator.state))
  const second = emulatorFixture({ state })
  expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: 'Ada' })
})
