import { expect, test } from 'vitest'
import { runningServices } from '../services/running-services.fixture.ts'
import { atDemoId } from './demo-id-sign-in.fixture.ts'

async function start() {
  const services = await runningServices()
  return { ...services, demo: atDemoId(services.origin) }
}

// RFC 6749 §4.1.2.1
test.each([
  ['a redirect to plain http elsewhere', { redirect_uri: 'http://evil.test/callback' }],
  ['a redirect that only begins like localhost', { redirect_uri: 'http://localhost.evil.test/callback' }],
  ['a redirect with a user name', { redirect_uri: 'https://localhost@evil.test/callback' }],
  ['a redirect to a script', { redirect_uri: 'javascript:alert(1)' }],
  ['a redirect with a fragment', { redirect_uri: 'https://app.test/callback#' }],
])('%s gets an error page and no redirect', async (_, extra) => {
  const { demo } = await start()
  for (const answer of [await fetch(await demo.page(extra), { redirect: 'manual' }), await demo.decide({}, extra)]) {
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('cannot be answered')
  }
})

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ response_type: '' }, 'invalid_request'],
  [{ code_challenge: '' }, 'invalid_request'],
  [{ code_challenge: 'short' }, 'invalid_request'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ code_challenge_method: '' }, 'invalid_request'],
  [{ scope: 'email everything' }, 'invalid_scope'],
])('redirects the request %o back with %s', async (extra, error) => {
  const { demo, origin } = await start()
  const answer = await fetch(await demo.page(extra), { redirect: 'manual' })
  const callback = new URL(answer.headers.get('location') ?? '')
  expect(callback.href).toContain(demo.redirectUri)
  const back = { error, state: 'the-state', iss: `${origin}/demo-id` }
  expect(Object.fromEntries(callback.searchParams)).toMatchObject(back)
})

test('refuses a parameter that is sent twice', async () => {
  const { demo } = await start()
  const address = await demo.page()
  address.searchParams.append('scope', 'email')
  const answer = await fetch(address, { redirect: 'manual' })
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
})

test('refuses a consent form posted from another site', async () => {
  const { demo, control } = await start()
  const address = await demo.page()
  const body = new URLSearchParams({ decision: 'allow', account: 'demo-id-robin' })
  const post = (origin: string) => fetch(address, { method: 'POST', body, redirect: 'manual', headers: { origin } })
  expect((await post('http://localhost:1')).status).toBe(403)
  expect((await post('null')).status).toBe(403)
  expect((await post(address.origin)).status).toBe(303)
  expect(control.grants()).toEqual([])
})

test('refuses an account that the provider does not have', async () => {
  const { demo } = await start()
  expect((await demo.decide({ decision: 'allow', account: 'demo-id-nobody' })).status).toBe(400)
})
