import { expect, test } from 'vitest'
import { emulatorFixture } from '../testing/emulator.fixture.ts'

test('registers a domain once', async () => {
  const { stripe } = emulatorFixture()
  const made = await stripe.paymentMethodDomains.create({ domain_name: 'site.test' })
  expect(made).toMatchObject({ object: 'payment_method_domain', enabled: true, apple_pay: { status: 'active' } })
  expect((await stripe.paymentMethodDomains.create({ domain_name: 'site.test' })).id).toBe(made.id)
  expect((await stripe.paymentMethodDomains.list({ domain_name: 'site.test' })).data).toEqual([made])
  expect((await stripe.paymentMethodDomains.list({ domain_name: 'other.test' })).data).toEqual([])
})

test('enables and disables a domain', async () => {
  const { stripe } = emulatorFixture()
  const { id } = await stripe.paymentMethodDomains.create({ domain_name: 'site.test' })
  expect((await stripe.paymentMethodDomains.update(id, { enabled: false })).enabled).toBe(false)
  expect((await stripe.paymentMethodDomains.list({ enabled: true })).data).toEqual([])
})

test('refuses what is not a domain', async () => {
  const { stripe } = emulatorFixture()
  await expect(stripe.paymentMethodDomains.create({ domain_name: 'https://site.test' })).rejects.toThrow('not valid')
})
