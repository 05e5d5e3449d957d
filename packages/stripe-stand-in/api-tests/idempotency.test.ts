import { expect, test } from 'vitest'
import { emulatorFixture, post } from '../testing/emulator.fixture.ts'

test.each([
  ['256 characters', 'k'.repeat(256)],
  ['no characters', ''],
])('refuses an idempotency key of %s', async (_, key) => {
  const { emulator } = emulatorFixture()
  const answer = await post(emulator, '/v1/customers', '', { 'idempotency-key': key })
  expect(answer.status).toBe(400)
  expect(answer.body['error']).toMatchObject({
    type: 'idempotency_error',
    message: `Idempotent key length is ${key.length} characters long, which is outside accepted lengths. Idempotent Keys must be 1-255 characters long. If you're looking for a decent generator, try using a UUID defined by IETF RFC 4122.`,
  })
})

test('takes an idempotency key of 255 characters', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.customers.create({}, { idempotencyKey: 'k'.repeat(255) })).resolves.toBeDefined()
})

test.each([
  ['a refused parameter', 'email=ada'],
  ['an impossible expansion', 'expand[]=nothing'],
  ['a fifth expand level', 'expand[]=a.b.c.d.e'],
])('keeps the idempotency key unused after %s', async (_, body) => {
  const { emulator } = emulatorFixture()
  const headers = { 'idempotency-key': 'once' }
  expect((await post(emulator, '/v1/customers', body, headers)).status).toBe(400)
  expect((await post(emulator, '/v1/customers', 'name=Ada', headers)).status).toBe(200)
})

test('keeps the idempotency key unused after a conflict', async () => {
  const { emulator, stripe } = emulatorFixture()
  emulator.control.fail({ kind: '409_lock_timeout' })
  const attempt = (name: string) => stripe.customers.create({ name }, { idempotencyKey: 'once' })
  await expect(attempt('Ada')).rejects.toMatchObject({ statusCode: 409 })
  await expect(attempt('Bo')).resolves.toMatchObject({ name: 'Bo' })
})
