import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../../system/d1/client.ts'
import type { SiteSettings } from '../../contract/site.ts'
import { call } from '../../testing/call-api.ts'
import { aUser, signIn } from '../../testing/rows.ts'
import { emptyDatabase } from '../../testing/test-ctx.ts'
import { OIDC } from './testing/sign-in.fixture.ts'

const db = connect(env.DB)
// The guarded fetch refuses this private name without a network.
const bindings = { ...env, ...OIDC, OIDC_ISSUER: 'https://id.internal' }
beforeEach(emptyDatabase)

test.each(['/api/oidc/start', '/api/oidc/callback?code=x&state=y'])(
  'without a provider, %s does not exist',
  async (path) => expect((await call('GET', path)).status).toBe(404),
)

test("pages learn the provider's name and nothing else", async () => {
  const settings = async (given: typeof env) =>
    (await call('GET', '/api/settings', { bindings: given })).json<SiteSettings>()
  expect(await settings(env)).not.toHaveProperty('sign_in_with')
  const told = await settings(bindings)
  expect(told.sign_in_with).toBe('Test ID')
  expect(JSON.stringify(told)).not.toMatch(/secret|id\.internal/)
})

test('refuses an unrequested answer without setting a session', async () => {
  const response = await call('GET', '/api/oidc/callback?code=x&state=y', { bindings })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/login?return_to=%2Fmy_applets&sign_in_problem=expired')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('an unreachable provider leads back to sign-in with the return path', async () => {
  const response = await call('GET', '/api/oidc/start?return_to=/plans', { bindings })
  expect(response.headers.get('location')).toBe('/login?return_to=%2Fplans&sign_in_problem=failed')
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'signing in never leaves our pages: %s',
  async (target) => {
    const path = `/api/oidc/start?return_to=${encodeURIComponent(target)}`
    const { headers } = await call('GET', path, { bindings })
    expect(headers.get('location')).toBe('/login?return_to=%2Fmy_applets&sign_in_problem=failed')
  },
)

test('a signed-in user goes straight to the return path', async () => {
  const { token } = await signIn(db, await aUser(db), Date.now())
  const response = await call('GET', '/api/oidc/start?return_to=/plans', { bindings, session: token })
  expect(response.headers.get('location')).toBe('/plans')
})

test.each(['cross-site', 'same-site'])('a link on another site (%s) leads to the sign-in page', async (site) => {
  const headers = { 'sec-fetch-site': site }
  const response = await call('GET', '/api/oidc/start?return_to=/plans', { bindings, headers })
  expect(response.headers.get('location')).toBe('/login?return_to=%2Fplans')
})
