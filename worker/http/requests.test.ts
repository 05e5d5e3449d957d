import { expect, test } from 'vitest'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { call } from '../testing/request.ts'

test('an unknown address is 404 in the envelope', async () => {
  const response = await call('GET', '/api/nowhere')
  expect(response.status).toBe(404)
  expect(await response.json<ErrorEnvelope>()).toMatchObject({ error: { code: 'not_found' }, errors: [] })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('a known address with a wrong method is 405 and says what is allowed', async () => {
  const response = await call('DELETE', '/api/csrf_token')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET')
})

test('the settings that pages may know hold no key', async () => {
  const settings = await (await call('GET', '/api/settings')).json()
  expect(settings).toEqual({
    product_name: 'Switchyard',
    support_url: 'https://switchyard.example/support',
    auto_connect: false,
  })
})
