import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../db/client.ts'
import type { SiteSettings } from '../contract/site.ts'
import { call } from '../testing/request.ts'
import { aUser, signIn } from '../testing/rows.ts'
import { emptyDatabase } from '../testing/test-ctx.ts'
import { OIDC } from './testing/sign-in-world.ts'

const db = connect(env.DB)
// Nobody answers at this address, which is told without a network: names that end so are private ones.
const bindings = { ...env, ...OIDC, OIDC_ISSUER: 'https://id.internal' }
beforeEach(emptyDatabase)

// §D3.4-05
test.each(['/api/oidc/start', '/api/oidc/callback?code=x&state=y'])(
  'without a provider set, %s does not exist (§D3.4)',
  async (path) => expect((await call('GET', path)).status).toBe(404),
)

test('pages learn the name of the provider where one is set, and nothing else of it (§D3.4)', async () => {
  const settings = async (given: typeof env) =>
    (await call('GET', '/api/settings', { bindings: given })).json<SiteSettings>()
  expect(await settings(env)).not.toHaveProperty('sign_in_with')
  const told = await settings(bindings)
  expect(told.sign_in_with).toBe('Test ID')
  expect(JSON.stringify(told)).not.toMatch(/secret|id\.internal/)
})

test('an answer that nobody asked for leads to the sign-in page, is not kept, and sets no session', async () => {
  const response = await call('GET', '/api/oidc/callback?code=x&state=y', { bindings })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/login?return_to=%2Fmy_applets&sign_in_problem=expired')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('a provider that can not be reached leads back to the sign-in page, with where one wanted to go', async () => {
  const response = await call('GET', '/api/oidc/start?return_to=/plans', { bindings })
  expect(response.headers.get('location')).toBe('/login?return_to=%2Fplans&sign_in_problem=failed')
})

test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)'])(
  'signing in never leads off our pages: %s (§D3.4)',
  async (target) => {
    const path = `/api/oidc/start?return_to=${encodeURIComponent(target)}`
    const { headers } = await call('GET', path, { bindings })
    expect(headers.get('location')).toBe('/login?return_to=%2Fmy_applets&sign_in_problem=failed')
  },
)

test('who is signed in already goes on to where signing in would have led', async () => {
  const { token } = await signIn(db, await aUser(db), Date.now())
  const response = await call('GET', '/api/oidc/start?return_to=/plans', { bindings, session: token })
  expect(response.headers.get('location')).toBe('/plans')
})

test.each(['cross-site', 'same-site'])(
  'a link on another site (%s) leads to the sign-in page, where one presses oneself',
  async (site) => {
    const headers = { 'sec-fetch-site': site }
    const response = await call('GET', '/api/oidc/start?return_to=/plans', { bindings, headers })
    expect(response.headers.get('location')).toBe('/login?return_to=%2Fplans')
  },
)
