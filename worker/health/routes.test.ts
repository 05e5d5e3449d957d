import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { call } from '../testing/call-api.ts'

const never = { limit: async () => ({ success: false }) }
const overLimit = { CALLS: never, CALLS_PRO: never, CALLS_PRO_PLUS: never }

// §D32-05
test('answers the version of the deployed Worker', async () => {
  const bindings = { ...env, VERSION: { id: 'f00d', tag: '', timestamp: '' } }
  const response = await call('GET', '/api/health', { bindings })
  expect([response.status, await response.json()]).toEqual([200, { ok: true, version: 'f00d' }])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

// §D32-05
test('answers 503 while D1 fails', async () => {
  const DB = fakeD1(() => Promise.reject(new Error('D1 is away.')))
  const response = await call('GET', '/api/health', { bindings: { ...env, DB } })
  expect([response.status, await response.json()]).toMatchObject([503, { ok: false }])
})

// §D32-05
test('answers 503 when D1 takes over two seconds', async () => {
  const DB = fakeD1(() => new Promise(() => {}))
  expect((await call('GET', '/api/health', { bindings: { ...env, DB } })).status).toBe(503)
})

// §D32-05
test('counts no call of a monitor', async () => {
  expect((await call('GET', '/api/health', { bindings: { ...env, ...overLimit } })).status).toBe(200)
  expect((await call('GET', '/api/me', { bindings: { ...env, ...overLimit } })).status).toBe(429)
})

/** A D1 whose every statement ends like this. */
function fakeD1(answer: () => Promise<unknown>): typeof env.DB {
  const statement = { run: answer, all: answer, bind: () => statement }
  return Object.assign(Object.create(env.DB), { prepare: () => statement })
}
