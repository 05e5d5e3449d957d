import { expect, onTestFinished, test } from 'vitest'
import { atDemoService } from '../services/at-demo-service.ts'
import { startServices } from '../services/start-services.ts'

async function start() {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  return { ...services, parley: atDemoService(services.origin, 'parley') }
}

// RFC 6749 §4.1.2.1
test.each([
  ['an unknown client', { client_id: 'somebody' }],
  ['a redirect to plain http elsewhere', { redirect_uri: 'http://evil.test/callback' }],
  ['a redirect that only begins like localhost', { redirect_uri: 'http://localhost.evil.test/callback' }],
  ['a redirect with a user name', { redirect_uri: 'https://localhost@evil.test/callback' }],
  ['a redirect to a script', { redirect_uri: 'javascript:alert(1)' }],
  ['a redirect with a fragment', { redirect_uri: 'https://app.test/callback#' }],
])('%s gets an error page and no redirect', async (_, extra) => {
  const { parley } = await start()
  for (const answer of [
    await fetch(await parley.page(extra), { redirect: 'manual' }),
    await parley.decide({}, extra),
  ]) {
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
  [{ scope: 'channels:read everything' }, 'invalid_scope'],
])('redirects the request %o back with %s', async (extra, error) => {
  const { parley, origin } = await start()
  const answer = await fetch(await parley.page(extra), { redirect: 'manual' })
  const callback = new URL(answer.headers.get('location') ?? '')
  expect(callback.href).toContain(parley.redirectUri)
  const back = { error, state: 'the-state', iss: `${origin}/parley` }
  expect(Object.fromEntries(callback.searchParams)).toMatchObject(back)
})

test('refuses a parameter that is sent twice', async () => {
  const { parley } = await start()
  const address = await parley.page()
  address.searchParams.append('scope', 'channels:read')
  const answer = await fetch(address, { redirect: 'manual' })
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
})

test('the consent page shows only the wanted scopes, and the accounts', async () => {
  const { parley } = await start()
  const answer = await fetch(await parley.page({ scope: 'channels:read' }))
  const text = await answer.text()
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.get('referrer-policy'), 'no-referrer makes a browser post with Origin null').toBe('same-origin')
  expect(text).toContain('Switchyard wants to use your Parley account')
  expect(text).toContain('See the channels you are in and their messages')
  expect(text).not.toContain('Send messages in your name')
  const radios = [...text.matchAll(/<input[^>]*>/g)].map((match) => match[0])
  expect(radios.map((radio) => /value="([^"]*)"/.exec(radio)?.[1])).toEqual(['parley-ada', 'parley-work'])
  expect(radios.map((radio) => /\schecked/.test(radio))).toEqual([true, false])
})

test('refuses a consent form posted from another site', async () => {
  const { parley, control } = await start()
  const address = await parley.page()
  const body = new URLSearchParams({ decision: 'allow', account: 'parley-ada' })
  const post = (origin: string) => fetch(address, { method: 'POST', body, redirect: 'manual', headers: { origin } })
  expect((await post('http://localhost:1')).status).toBe(403)
  expect((await post('null')).status).toBe(403)
  expect((await post(address.origin)).status).toBe(303)
  expect(control.grants()).toEqual([])
})

test('refuses an account that the provider does not have', async () => {
  const { parley } = await start()
  expect((await parley.decide({ decision: 'allow', account: 'chirp-ada' })).status).toBe(400)
})
