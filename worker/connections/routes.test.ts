import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../system/d1/client.ts'
import type { ErrorEnvelope } from '../contract/errors.ts'
import { aService, aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'
import { call } from '../testing/call-api.ts'

const db = connect(env.DB)
let user: { id: string }
let session: string
beforeEach(async () => {
  await emptyDatabase()
  await aService(db, { module_name: 'github' })
  await aService(db, { module_name: 'todoist', connect_kind: 'key' })
  await aService(db, { module_name: 'feeds', connect_kind: 'none' })
  user = await aUser(db)
  session = (await signIn(db, user, Date.now())).token
})

async function refusal(response: Promise<Response>) {
  const { status, headers } = await response
  const { error, errors } = await (await response).json<ErrorEnvelope>()
  return { status, code: error.code, attribute: errors[0]?.attribute, allow: headers.get('allow') }
}

function get(path: string) {
  return refusal(call('GET', path, { session }))
}

function post(body: unknown, headers = {}) {
  return refusal(call('POST', '/api/connections', { session, body, headers }))
}

test('accepts a key without extra fields', async () => {
  expect(await post({ module_name: 'todoist', key: 'x', id: 1 })).toMatchObject({ status: 422, attribute: 'id' })
  expect(await post({ module_name: 'todoist', key: ' ' })).toMatchObject({ status: 422, attribute: 'key' })
  expect(await post({ module_name: 'TODOIST', key: 'x' })).toMatchObject({ status: 422, attribute: 'module_name' })
  expect(await post({ module_name: 'todoist', key: 'x'.repeat(501) })).toMatchObject({ status: 422, attribute: 'key' })
  expect(await post({ module_name: 'github', key: 'x' })).toMatchObject({ status: 422, attribute: 'module_name' })
  expect(await post({ module_name: 'nowhere', key: 'x' })).toMatchObject({ status: 404 })
  expect(await post({ module_name: 'todoist', key: 'schlüssel' })).toMatchObject({
    status: 422,
    code: 'invalid_key',
    attribute: 'key',
  })
})

test.each([
  ['return_to=/applets/star-to-sheet?a=b', '/applets/star-to-sheet?a=b'],
  ['', '/my_applets'],
  ['return_to=//evil.example', '/my_applets'],
  ['return_to=/%5Cevil.example', '/my_applets'],
  ['return_to=https://evil.example', '/my_applets'],
  ['return_to=/a&return_to=/b', '/my_applets'],
  ['return_to[]=/a', '/my_applets'],
])('returns only to our own pages: %s', async (query, to) => {
  const response = await call('GET', `/api/activation?c[]=feeds&${query}`, { session })
  expect(await response.json()).toEqual({ kind: 'done', to })
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('rejects an invalid activation', async () => {
  const ten = Array.from({ length: 10 }, () => 'c[]=feeds').join('&')
  expect(await get('/api/activation?c[]=nowhere')).toMatchObject({ status: 404, code: 'not_found' })
  expect(await get('/api/activation?c[]=__proto__')).toMatchObject({ status: 422, attribute: 'c[]' })
  expect(await get(`/api/activation?c[]=${'x'.repeat(5000)}`)).toMatchObject({ status: 422, attribute: 'c[]' })
  expect(await get('/api/activation?c[]=feeds&c[]=%00')).toMatchObject({ status: 422, attribute: 'c[].1' })
  expect(await get(`/api/activation?${ten}&c[]=feeds`)).toMatchObject({
    status: 422,
    attribute: 'c[]',
  })
  expect(await get('/api/activation?c[]=github')).toMatchObject({ status: 422, attribute: 'c[]' })
  expect((await call('GET', `/api/activation?${ten}`, { session })).status).toBe(200)
})

test.each([
  '',
  '?code=x',
  '?code=x&state=never',
  '?state=a&state=b',
  '?state[]=a&code[]=b',
  '?error=access_denied&error_description=%3Cscript%3E&state=x',
  `?state=x&code=${'x'.repeat(12_000)}`,
  '?state=%00%ff&code=%E0%A4%A',
])('always redirects a callback to a page with a message: %s', async (query) => {
  for (const cookie of [
    `__Host-session=${session}; __Host-oauth=${'b'.repeat(43)}`,
    `__Host-session=${session}`,
    `__Host-session=${session}; __Host-oauth=%`,
  ]) {
    const response = await call('GET', `/api/connections/callback/github${query}`, { headers: { cookie } })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(
      /^\/my_applets\?error_type=connection_failed&error_message=This\+connection\+attempt/,
    )
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  const visitor = await call('GET', `/api/connections/callback/github${query}`)
  expect(visitor.headers.get('location')).toMatch(/^\/login\?return_to=%2Fmy_applets&error_type=connection_failed/)
})

// §7-60
test('requires resolve_url to be an address', async () => {
  expect(await get('/stored_fields/options')).toMatchObject({ status: 422, attribute: 'resolve_url' })
  expect(await get('/stored_fields/options?resolve_url=channels')).toMatchObject({
    status: 422,
    attribute: 'resolve_url',
  })
  expect(
    await get('/stored_fields/options?resolve_url=https://a.example/&resolve_url=https://b.example/'),
  ).toMatchObject({
    status: 422,
    attribute: 'resolve_url',
  })
  expect(await get(`/stored_fields/options?resolve_url=https://a.example/${'x'.repeat(2048)}`)).toMatchObject({
    status: 422,
    attribute: 'resolve_url',
  })
  expect(await get('/stored_fields/options?resolve_url=https://unregistered.example/')).toMatchObject({
    status: 422,
    attribute: 'resolve_url',
  })
})
