import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { connect } from '../d1/client.ts'
import { call } from '../../testing/call-api.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'
import { randomToken } from '../secrets/hashes.ts'

const db = connect(env.DB)

beforeEach(emptyDatabase)

/** Signing out without a session does nothing, so its answer shows only whether the request was let in. */
async function attempt(headers: Record<string, string>, session?: string) {
  const response = await call('DELETE', '/api/session', { headers, ...(session && { session }) })
  return response.status
}

async function tokenFor(cookie: string): Promise<{ token: string; cookie: string }> {
  const response = await call('GET', '/api/csrf_token', { headers: { cookie } })
  const { csrf_token } = await response.json<{ csrf_token: string }>()
  const [set = ''] = /^[^;]*/.exec(response.headers.get('set-cookie') ?? '') ?? []
  return { token: csrf_token, cookie: set || cookie }
}

test('lets in a call from our own page in any browser', async () => {
  expect(await attempt({})).toBe(204)
  expect(await attempt({ 'sec-fetch-site': 'same-origin' })).toBe(204)
  expect(await attempt({ origin: '' })).toBe(204)
})

test.each([
  ['x-requested-with is missing (§7)', { 'x-requested-with': '' }],
  ['x-requested-with says something else (§7)', { 'x-requested-with': 'fetch' }],
  ['the token is missing (§7)', { 'x-csrf-token': '' }],
  ['the token is made up', { 'x-csrf-token': 'A'.repeat(43) }],
  ['the Origin is foreign', { origin: 'https://evil.example' }],
  ['the Origin is null', { origin: 'null' }],
  ['the Origin only begins like ours', { origin: 'http://localhost:8788.evil.example' }],
  ['the Origin has another port', { origin: 'http://localhost:8789' }],
  ['Sec-Fetch-Site is cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site is same-site', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site is none', { 'sec-fetch-site': 'none' }],
  ['the cookie that the token is bound to is missing', { cookie: '' }],
])('refuses a call when %s', async (_, headers) => {
  const response = await call('DELETE', '/api/session', { headers })
  expect(response.status).toBe(403)
  expect(await response.json<ErrorEnvelope>()).toMatchObject({ error: { code: 'csrf' } })
})

test("a visitor's token is valid for the cookie sent with it", async () => {
  const { token, cookie } = await tokenFor('')
  expect(cookie).toMatch(/^__Host-csrf=[\w-]{43}$/)
  expect(await attempt({ cookie, 'x-csrf-token': token })).toBe(204)
  expect((await tokenFor(cookie)).token).toBe(token)
})

test("the visitor's cookie is hidden from scripts and other sites", async () => {
  const response = await call('GET', '/api/csrf_token', { headers: { cookie: '' } })
  expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('refuses a token of another session or visitor', async () => {
  const [ada, eve] = [await signIn(db, await aUser(db), Date.now()), await signIn(db, await aUser(db), Date.now())]
  const { token } = await tokenFor(`__Host-session=${eve.token}`)
  expect(await attempt({ 'x-csrf-token': token }, eve.token)).toBe(204)
  expect(await attempt({ 'x-csrf-token': token }, ada.token)).toBe(403)
  const visitor = await tokenFor('')
  expect(await attempt({ cookie: `__Host-csrf=${randomToken()}`, 'x-csrf-token': visitor.token })).toBe(403)
})

test("signing in invalidates the visitor's token", async () => {
  const visitor = await tokenFor('')
  const { token: session } = await signIn(db, await aUser(db), Date.now())
  const cookie = `${visitor.cookie}; __Host-session=${session}`
  expect(await attempt({ cookie, 'x-csrf-token': visitor.token })).toBe(403)
  const fresh = await tokenFor(cookie)
  expect(await attempt({ cookie, 'x-csrf-token': fresh.token })).toBe(204)
})

test('reading needs no token', async () => {
  const response = await call('GET', '/api/me', { headers: { origin: 'https://evil.example' } })
  expect(response.status).toBe(200)
})
