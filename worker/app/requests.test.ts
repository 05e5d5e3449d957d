import { createExecutionContext, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { api } from './api.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { call } from '../testing/call-api.ts'

test('answers 404 in the envelope to an unknown address', async () => {
  const response = await call('GET', '/api/nowhere')
  expect(response.status).toBe(404)
  expect(await response.json<ErrorEnvelope>()).toMatchObject({ error: { code: 'not_found' }, errors: [] })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

// §2.1-13
test('the settings for pages hold no key', async () => {
  const settings = await (await call('GET', '/api/settings')).json()
  expect(settings).toEqual({
    product_name: 'Switchyard',
    site_origin: 'http://localhost:8788',
    support_url: 'https://switchyard.example/support',
    auto_connect: false,
    app_store_url: 'https://apps.apple.com/app/id0000000000',
    play_store_url: 'https://play.google.com/store/apps/details?id=example.switchyard',
  })
})

// §5-24
test('tells pages about debug only when the operator turned it on', async () => {
  const bindings = { ...env, DEBUG: 'true' }
  expect(await (await call('GET', '/api/settings', { bindings })).json()).toMatchObject({ debug: true })
  expect(await (await call('GET', '/api/settings')).json()).not.toHaveProperty('debug')
})

test('answers HEAD like GET, without a body', async () => {
  const response = await call('HEAD', '/api/settings')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await response.text()).toBe('')
})

test.each(['PUT', 'PATCH', 'OPTIONS'])('answers 405 to %s where only other methods exist', async (method) => {
  const response = await call(method, '/api/session')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST, DELETE')
})

test.each([
  '/api/me/',
  '/api//me',
  '/api/ME',
  '/api/sessions/a/b',
  '/api/%2e%2e/me',
  '/',
  '/api/__proto__',
  '/api/%ff',
])('answers 404 to the address %s', async (path) => expect((await call('GET', path)).status).toBe(404))

// §3-74
test('hides an internal error and sends a request id', async () => {
  const broken = { prepare: () => fail('D1 of ada@example.test broke'), batch: () => fail('D1 broke') }
  const response = await api.fetch(
    new Request('http://localhost:8788/api/me', { headers: { cookie: '__Host-session=s' } }),
    { ...env, DB: broken },
    createExecutionContext(),
  )
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({
    error: { type: 'internal', code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    errors: [],
  })
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test.each([
  ['an answer', 'GET', '/api/settings'],
  ['a refusal', 'GET', '/api/nowhere'],
  ['a wrong method', 'DELETE', '/api/settings'],
  ['a redirect', 'GET', '/api/connections/callback/github'],
  ['an unknown hook', 'POST', '/hooks/unknown'],
  ['an unsigned event', 'POST', '/webhooks/stripe'],
  ['an unsubscription', 'POST', '/unsubscribe'],
  ['a form', 'POST', '/login'],
])('%s forbids sniffing, framing and storing', async (_, method, path) => {
  const { headers } = await call(method, path)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toBe('camera=(), geolocation=(), microphone=()')
  expect(headers.has('access-control-allow-origin')).toBe(false)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-powered-by')).toBeNull()
})

function fail(message: string): never {
  throw new Error(message)
}
