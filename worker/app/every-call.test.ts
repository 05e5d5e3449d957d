/** @module-tag long */
import { env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { api } from './api.ts'
import { connect } from '../system/d1/client.ts'
import { ERRORS_PATH } from '../contract/error-reports/errors-path.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { FORM_PAGES } from '../contract/accounts/form-pages.ts'
import { call } from '../testing/call-api.ts'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'

/** Every route of the API, from the router itself, so that new routes are tested automatically. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const calls = [
  ...new Map(
    api.routes
      .filter(({ method }) => METHODS.includes(method))
      .map(({ method, path }) => [
        `${method} ${path}`,
        { method, path: path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'unknown') },
      ]),
  ),
].map(([name, { method, path }]) => ({ name, method, path }))
const writes = calls.filter(({ method }) => method !== 'GET')
/** All routes except those for other machines (RFC 8058). */
const MACHINES = ['/webhooks/stripe', '/unsubscribe', '/v1/notifications', '/api/browser_reports']
/** Forms without JavaScript have checks of their own (form-routes.test.ts). */
const FORMS = FORM_PAGES.map((page) => page.replace(':id', 'unknown'))
/** Sent while a page is left, so without a token (operations/error-reports/routes.test.ts). */
const BEACONS = [ERRORS_PATH]
const elsewhere = [...MACHINES, ...FORMS, ...BEACONS]
const ourWrites = writes.filter(({ path }) => !/^\/(hooks|trigger|websub)\//.test(path) && !elsewhere.includes(path))
/** Stripe's events and what hubs push may be larger. */
const short = writes.filter(({ path }) => path !== '/webhooks/stripe' && !path.startsWith('/websub/'))

let session = ''
beforeAll(async () => {
  await emptyDatabase()
  const db = connect(env.DB)
  const user = await aUser(db)
  session = (await signIn(db, user, Date.now())).token
})

async function refused(response: Response, status: number | number[]) {
  expect([status].flat()).toContain(response.status)
  const body = await response.json<ErrorEnvelope>()
  expect(body).toMatchObject({
    error: { code: expect.any(String), message: expect.any(String) },
    errors: expect.any(Array),
  })
  expect(response.headers.get('cache-control')).toBe('private, no-store')
}

test('finds the calls of the API', () => {
  expect(calls.length).toBeGreaterThan(25)
  expect(writes.length).toBeGreaterThan(10)
})

test.each(calls)('$name answers 405 to a wrong method and lists the right ones', async ({ path }) => {
  const known = calls.filter((other) => other.path === path).map(({ method }) => method)
  const wrong = METHODS.filter((method) => !known.includes(method))
  for (const method of wrong) {
    const response = await call(method, path, { session })
    if (response.status !== 405) continue
    expect(response.headers.get('allow')).toBeTruthy()
    await refused(response, 405)
  }
  expect((await call('PUT', path, { session })).status).toBe(405)
})

test.each(ourWrites)('$name answers 403 without the CSRF token or from another site', async ({ method, path }) => {
  await refused(await call(method, path, { session, body: {}, headers: { 'x-csrf-token': '' } }), 403)
  await refused(await call(method, path, { session, body: {}, headers: { 'x-requested-with': '' } }), 403)
  await refused(await call(method, path, { session, body: {}, headers: { origin: 'https://evil.test' } }), 403)
  await refused(await call(method, path, { session, body: {}, headers: { 'sec-fetch-site': 'cross-site' } }), 403)
})

test.each(ourWrites)('$name answers 415 to a body that is not JSON', async ({ method, path }) => {
  const headers = { 'content-type': 'text/plain' }
  await refused(await call(method, path, { session, body: 'hello', headers }), 415)
  await refused(
    await call(method, path, {
      session,
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    415,
  )
})

test.each(short)('$name answers 413 to a body over 64 KB', async ({ method, path }) => {
  await refused(await call(method, path, { session, body: { text: 'x'.repeat(70_000) } }), 413)
})

test.each(writes)('$name never answers 500 to an unreadable body', async ({ method, path }) => {
  for (const body of ['{', '{"a":', '\u0000', '[1,']) {
    const response = await call(method, path, { session, body, headers: { 'content-type': 'application/json' } })
    // A call without a payload reads no body, and may fail earlier for another reason.
    await refusedOrIgnored(response)
  }
})

test.each(writes)('$name never answers 500 to a body of the wrong shape', async ({ method, path }) => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  for (const body of [
    'null',
    '[]',
    '"text"',
    '1',
    deep,
    '{"__proto__":{"admin":true}}',
    '{"constructor":1}',
    '{"unknown":"\\ud800"}',
  ]) {
    const response = await call(method, path, { session, body, headers: { 'content-type': 'application/json' } })
    await refusedOrIgnored(response)
  }
})

/** Allows 503: without a Stripe key nothing is sold. */
async function refusedOrIgnored(response: Response) {
  expect(response.status === 503 || response.status < 500, String(response.status)).toBe(true)
  if (response.status >= 400) await refused(response, response.status)
}

test.each(calls)('$name never answers 500 for something that does not exist', async ({ method, path }) => {
  for (const odd of [
    path,
    path.replace('unknown', '999999'),
    path.replace('unknown', '%00'),
    path.replace('unknown', 'a'.repeat(3000)),
    `${path}?q=%F0%28&c[]=%00`,
  ]) {
    const response = await call(method, odd, { session, ...(method !== 'GET' && { body: {} }) })
    expect(response.status === 503 || response.status < 500, odd).toBe(true)
    await response.body?.cancel()
  }
})
