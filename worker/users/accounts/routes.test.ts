import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import type { MeResponse, SessionsResponse } from '../../contract/accounts/me.ts'
import type { ErrorEnvelope } from '../../contract/errors.ts'
import { connect } from '../../system/d1/client.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { call } from '../../testing/call-api.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'
import { hashPassword } from './password-hash.ts'
import { TRIES_PER_IP } from './passwords/password-tries.ts'

const db = connect(env.DB)
const ADA = { email: 'ada@example.test', login: 'Ada', password: 'plum orbit velvet canoe' }
const { login: _, ...CREDENTIALS } = ADA
const HASH = await hashPassword(ADA.password, 2)

beforeEach(emptyDatabase)

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie') ?? ''
}

function sessionOf(response: Response): string {
  return /__Host-session=([^;]*)/.exec(cookieOf(response))?.[1] ?? ''
}

async function errorOf(response: Response) {
  return { status: response.status, ...(await response.json<ErrorEnvelope>()) }
}

function signInAsAda() {
  return call('POST', '/api/session', { body: CREDENTIALS })
}

async function askReset(email: string) {
  const response = await call('POST', '/api/password_resets', { body: { email } })
  return [response.status, await response.text()]
}

async function meOf(session: string) {
  return (await (await call('GET', '/api/me', { session })).json<MeResponse>()).me
}

test('joining answers 201 with a session cookie hidden from scripts', async () => {
  const response = await call('POST', '/api/users', { body: ADA })
  expect(response.status).toBe(201)
  expect(await response.json<MeResponse>()).toMatchObject({ me: { login: 'Ada', email: ADA.email } })
  const [known, session] = response.headers.getSetCookie()
  expect(known).toMatch(/^__Host-known=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(session).toMatch(
    /^__Host-session=[\w-]{43}\.[\w-]{16}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(await meOf(sessionOf(response))).toMatchObject({ login: 'Ada' })
})

test('shows each joining problem beside its field', async () => {
  const body = { email: 'no address', login: '-', password: 'too short' }
  const { status, errors } = await errorOf(await call('POST', '/api/users', { body }))
  expect(status).toBe(422)
  expect(errors.map(({ attribute }) => attribute)).toEqual(['email', 'password', 'login'])
})

test('signing in sets a new cookie and ends the old session', async () => {
  const user = await aUser(db, { email: ADA.email, password_hash: HASH })
  const { token } = await signIn(db, user, Date.now())
  const body = { ...CREDENTIALS, email: ' ADA@example.test ' }
  const response = await call('POST', '/api/session', { session: token, body })
  expect(response.status).toBe(200)
  expect(await response.json<MeResponse>()).toMatchObject({ me: { id: user.id } })
  expect(sessionOf(response)).not.toBe(token)
  expect(await meOf(token)).toBeNull()
})

test('answers 401 to wrong credentials, then 429 with the wait', async () => {
  const first = await signInAsAda()
  expect(cookieOf(first)).toBe('')
  expect(await errorOf(first)).toMatchObject({ status: 401, error: { code: 'bad_credentials' } })
  await env.DB.prepare('update rate_limits set count = ?').bind(TRIES_PER_IP.tries).run()
  const last = await signInAsAda()
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(880)
})

test('stores the timezone cookie at sign-in', async () => {
  const user = await aUser(db, { email: ADA.email, password_hash: HASH })
  const headers = { cookie: '__Host-csrf=visitor-cookie; timezone=Europe%2FLisbon' }
  expect((await call('POST', '/api/session', { body: CREDENTIALS, headers })).status).toBe(200)
  const row = await env.DB.prepare('select timezone from users where id = ?').bind(user.id).first('timezone')
  expect(row).toBe('Europe/Lisbon')
})

test('signing out twice ends the session and clears the cookie', async () => {
  const { token } = await signIn(db, await aUser(db), Date.now())
  for (const session of [token, token]) {
    const response = await call('DELETE', '/api/session', { session })
    expect(response.status).toBe(204)
    expect(cookieOf(response)).toMatch(/^__Host-session=; Max-Age=0; Path=\/;.* Secure/)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(await meOf(token)).toBeNull()
  }
  expect((await call('DELETE', '/api/session')).status).toBe(204)
})

test('tells a visitor that nobody is signed in', async () => {
  const response = await call('GET', '/api/me')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toEqual({ me: null })
  expect((await call('GET', '/api/sessions')).status).toBe(401)
  expect((await call('DELETE', '/api/sessions')).status).toBe(401)
  expect((await call('DELETE', '/api/sessions/ses_1')).status).toBe(401)
  expect((await call('POST', '/api/email_verifications')).status).toBe(401)
})

test('ending the current session clears its cookie', async () => {
  const user = await aUser(db)
  const [here, there] = [await signIn(db, user, Date.now()), await signIn(db, user, Date.now())]
  const foreign = await signIn(db, await aUser(db), Date.now())
  const asHere = { session: here.token }
  const { sessions } = await (await call('GET', '/api/sessions', asHere)).json<SessionsResponse>()
  expect(sessions.map(({ id, current }) => [id, current])).toEqual([
    [here.id, true],
    [there.id, false],
  ])
  expect((await call('DELETE', `/api/sessions/${foreign.id}`, asHere)).status).toBe(404)
  const other = await call('DELETE', `/api/sessions/${there.id}`, asHere)
  expect([other.status, cookieOf(other)]).toEqual([204, ''])
  expect(await meOf(there.token)).toBeNull()
  const own = await call('DELETE', `/api/sessions/${here.id}`, asHere)
  expect([own.status, sessionOf(own)]).toEqual([204, ''])
  expect(cookieOf(own)).toContain('Max-Age=0')
})

test('answers a reset request alike with and without an account', async () => {
  await aUser(db, { email: ADA.email })
  expect(await askReset(ADA.email)).toEqual([202, '{}'])
  expect(await askReset('eve@example.test')).toEqual([202, '{}'])
})
