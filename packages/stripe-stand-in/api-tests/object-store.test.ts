import { expect, test } from 'vitest'
import { StripeApiError } from '../store/stripe-api-error.ts'
import { emulatorFixture } from '../testing/emulator.fixture.ts'

test('rolls back objects, order, events and webhooks when work fails', async () => {
  const { stripe, emulator } = emulatorFixture()
  const { store, control } = emulator
  await stripe.webhookEndpoints.create({ url: 'https://site.test/', enabled_events: ['*'] })
  control.webhooks.mode('hold')
  const [first, second] = [await stripe.customers.create({ name: 'a' }), await stripe.customers.create({ name: 'b' })]
  const [events, waiting] = [store.all('event').length, control.webhooks.waiting().length]
  const attempt = () =>
    store.atomically(() => {
      store.remove('customer', first.id)
      store.put('customer', { ...store.require('customer', second.id), name: 'c' })
      store.hide(second.id, { secret: 'x' })
      store.atomically(() => store.emit('customer.updated', store.require('customer', second.id)))
      throw new StripeApiError(402, { type: 'card_error', message: 'no' })
    })
  expect(attempt).toThrow('no')
  expect(store.all('customer').map(({ name }) => name)).toEqual(['b', 'a'])
  expect(store.wasDeleted('customer', first.id)).toBe(false)
  expect(store.hidden(second.id)).toEqual({})
  expect([store.all('event').length, control.webhooks.waiting().length]).toEqual([events, waiting])
})

test('returns copies, so a change needs a put', async () => {
  const { stripe, emulator } = emulatorFixture()
  const { id } = await stripe.customers.create({ metadata: { a: '1' } })
  const got = emulator.store.require('customer', id)
  got.metadata['a'] = '2'
  expect(emulator.store.require('customer', id).metadata).toEqual({ a: '1' })
  emulator.store.put('customer', got)
  got.metadata['a'] = '3'
  expect(emulator.store.require('customer', id).metadata).toEqual({ a: '2' })
})
