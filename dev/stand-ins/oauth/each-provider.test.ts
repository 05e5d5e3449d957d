import { describe, expect, test } from 'vitest'
import { runningServices } from '../services/running-services.fixture.ts'
import { GITHUB_APP, GITHUB_OAUTH_APP, GITHUB_SIGN_IN } from '../doubles/github/github-oauth.ts'
import { GOOGLE_SIGN_IN } from '../doubles/google_sheets/google-oauth.ts'
import { LARDER_SIGN_IN } from '../doubles/ifttt-service/larder-oauth.ts'
import { doubleSignIns, ownDoubleNames } from '../doubles/double-routes.ts'
import { demoId } from '../services/data/demo-id.ts'
import type { SignInSettings } from './provider-settings.ts'
import { AtProvider } from './at-provider.ts'

type Refusal = readonly [status: number, error: string]
type Row = {
  settings: SignInSettings
  client_id?: string
  /** The status of its page for a client that it does not know. */
  untrusted: number
  /** Where a request with an unknown scope ends. */
  unknown_scope: 'page' | 'back'
  /** Whether a sign-in without PKCE is possible, and whether one with it is. */
  pkce: 'required' | 'optional' | 'refused'
  wrong_client: Refusal
  wrong_code: Refusal
  /** How long an access token works, in seconds. */
  expires_in: number | undefined
  refresh: 'rotates' | 'until_used' | 'stays' | 'none'
  /** Whether the access token before works on after a refresh. */
  old_access?: 'works' | 'ends'
  wrong_refresh: Refusal
  /** How it answers a token that it does not know, to be revoked; null without such an endpoint. */
  unknown_token: number | null
  /** What the end of an access token ends. */
  revoking_ends?: 'token' | 'grant'
}

const STANDARD = {
  untrusted: 400,
  unknown_scope: 'back',
  pkce: 'required',
  wrong_client: [401, 'invalid_client'],
  wrong_code: [400, 'invalid_grant'],
  expires_in: 3600,
  refresh: 'rotates',
  old_access: 'works',
  wrong_refresh: [400, 'invalid_grant'],
  unknown_token: 200,
  revoking_ends: 'token',
} as const
const GITHUB = {
  ...STANDARD,
  settings: GITHUB_SIGN_IN,
  untrusted: 404,
  pkce: 'optional',
  wrong_client: [200, 'incorrect_client_credentials'],
  wrong_code: [200, 'bad_verification_code'],
  wrong_refresh: [200, 'bad_refresh_token'],
  unknown_token: null,
} as const

const ROWS: Record<string, Row> = {
  'Demo ID': { ...STANDARD, settings: demoId },
  'an OAuth app at GitHub': {
    ...GITHUB,
    client_id: GITHUB_OAUTH_APP.client_id,
    expires_in: undefined,
    refresh: 'none',
  },
  'a GitHub App': { ...GITHUB, client_id: GITHUB_APP.client_id, expires_in: 8 * 3600, old_access: 'ends' },
  Google: {
    ...STANDARD,
    settings: GOOGLE_SIGN_IN,
    unknown_scope: 'page',
    pkce: 'optional',
    expires_in: 3599,
    refresh: 'stays',
    unknown_token: 400,
    revoking_ends: 'grant',
  },
  "a service of IFTTT's protocol": {
    ...STANDARD,
    settings: LARDER_SIGN_IN,
    unknown_scope: 'page',
    pkce: 'refused',
    expires_in: undefined,
    refresh: 'until_used',
    old_access: 'ends',
    unknown_token: null,
  },
}

async function atProvider({ settings, client_id }: Row) {
  const services = await runningServices()
  const address = `${services.origin}/${settings.module_name}`
  const client = settings.clients.find((each) => each.client_id === client_id)
  return { at: new AtProvider(address, settings, client), control: services.control }
}

async function refusalOf(answer: Response): Promise<unknown[]> {
  return [answer.status, (await answer.json()).error]
}

test('every sign-in has its row', () => {
  const named = new Set(Object.values(ROWS).map(({ settings }) => settings))
  const own = new Set(ownDoubleNames().map(({ module_name }) => module_name))
  const signIns = [...doubleSignIns().filter(({ module_name }) => own.has(module_name)), demoId]
  expect(signIns.filter((settings) => !named.has(settings))).toEqual([])
})

describe.each(Object.entries(ROWS))('%s', (_, row) => {
  const { settings } = row

  test('its page shows who asks for what, with two buttons', async () => {
    const { at } = await atProvider(row)
    const text = (await (await fetch(await at.page())).text()).replaceAll('&#39;', "'")
    expect(text).toContain(`Switchyard wants to use your ${settings.name} account`)
    for (const scope of at.client.scopes ?? Object.keys(settings.scopes)) expect(text).toContain(settings.scopes[scope])
    for (const { name } of settings.accounts) expect(text).toContain(name)
    const buttons = [...text.matchAll(/<button[^>]*>\s*([^<]*?)\s*<\/button>/g)].map(([, label]) => label)
    expect(buttons).toEqual([...(settings.buttons ?? ['Allow', 'Deny'])])
    expect(text).not.toContain('<script')
  })

  // RFC 6749 §4.1.2
  test('who allows gives tokens for the account, once', async () => {
    const { at, control } = await atProvider(row)
    const account = settings.accounts.at(-1)?.id ?? ''
    const code = await at.code(account)
    const tokens = await (await at.exchange(code)).json()
    expect(tokens.expires_in).toBe(row.expires_in)
    expect(tokens.token_type.toLowerCase()).toBe('bearer')
    expect('refresh_token' in tokens).toBe(row.refresh !== 'none')
    const [grant] = control.grants()
    expect(grant).toMatchObject({ service: settings.module_name, accountId: account })
    expect(grant?.accessTokens.map(({ token }) => token)).toEqual([tokens.access_token])
    expect(await refusalOf(await at.exchange(code))).toEqual(row.wrong_code)
    expect(control.grants(), 'a code that returns ends what it gave').toEqual([])
  })

  test('who says no is sent back, and nothing is granted', async () => {
    const { at, control } = await atProvider(row)
    const back = await at.sentBack({ decision: 'deny' })
    expect(Object.fromEntries(back)).toMatchObject({ error: 'access_denied', state: 'the-state' })
    expect(back.has('code')).toBe(false)
    expect(control.grants()).toEqual([])
  })

  test.each([
    ['another client', { client_id: 'somebody' }],
    ['another address', { redirect_uri: 'http://evil.test/callback' }],
  ])('%s is never sent back', async (_name, change) => {
    const { at } = await atProvider(row)
    const answer = await at.decide(undefined, change)
    expect([answer.status, answer.headers.get('location')]).toEqual([row.untrusted, null])
    expect(await answer.text()).toContain('cannot be answered')
  })

  test('a scope that it does not have is refused', async () => {
    const { at } = await atProvider(row)
    const answer = await at.decide(undefined, { scope: 'everything' })
    if (row.unknown_scope === 'back')
      expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_scope')
    else expect(answer.status).toBe(400)
  })

  test('PKCE is as its settings say', async () => {
    const { at } = await atProvider(row)
    const without = await at.decide(undefined, { code_challenge: '', code_challenge_method: '' })
    const location = new URL(without.headers.get('location') ?? 'none:')
    if (row.pkce === 'refused') expect(without.status).toBe(400)
    else expect(location.searchParams.has('code')).toBe(row.pkce === 'optional')
    const other = await at.decide(undefined, { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })
    if (row.pkce === 'refused') return expect(other.status).toBe(400)
    const code = new URL(other.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect(await refusalOf(await at.exchange(code))).toEqual(row.wrong_code)
  })

  test('a wrong secret is refused, and spends no code', async () => {
    const { at } = await atProvider(row)
    const code = await at.code()
    const wrong = { ...at.client, client_secret: 'another' }
    expect(await refusalOf(await at.exchange(code, {}, wrong))).toEqual(row.wrong_client)
    expect(await (await at.exchange(code)).json()).toHaveProperty('access_token')
  })

  // RFC 9700 §4.14.2
  test('a refresh gives another access token', async () => {
    const { at, control } = await atProvider(row)
    const { refresh_token = 'none', access_token } = await at.signIn()
    expect(await refusalOf(await at.askToRefresh('another'))).toEqual(row.wrong_refresh)
    if (row.refresh === 'none') return
    const fresh = await at.refresh(refresh_token)
    expect(fresh.access_token).not.toBe(access_token)
    const live = control.grants().flatMap(({ accessTokens }) => accessTokens.map(({ token }) => token))
    expect(live).toEqual(row.old_access === 'works' ? [access_token, fresh.access_token] : [fresh.access_token])
    expect('refresh_token' in fresh).toBe(row.refresh !== 'stays')
    if (row.refresh !== 'rotates') return expect(await at.refresh(refresh_token)).toHaveProperty('access_token')
    expect(fresh.refresh_token).not.toBe(refresh_token)
    expect(await refusalOf(await at.askToRefresh(refresh_token))).toEqual(row.wrong_refresh)
    expect(control.grants(), 'a refresh token that returns ends its grant').toEqual([])
  })

  test('a revoked token opens nothing', async () => {
    const { at, control } = await atProvider(row)
    const { access_token } = await at.signIn()
    const { revoke } = settings.paths
    if (revoke === undefined) return expect(row.unknown_token).toBeNull()
    expect((await at.post(revoke, { token: 'another' })).status).toBe(row.unknown_token)
    expect((await at.post(revoke, { token: access_token })).status).toBe(200)
    expect(control.grants().map(({ accessTokens }) => accessTokens)).toEqual(row.revoking_ends === 'token' ? [[]] : [])
  })
})

const rowOf = (name: string): Row => {
  const row = ROWS[name]
  if (!row) throw new Error(`There is no row ${name}.`)
  return row
}

test.each(['an OAuth app at GitHub', "a service of IFTTT's protocol"])(
  '%s is sent back to its own address only',
  async (name) => {
    const { at } = await atProvider(rowOf(name))
    const answer = await at.decide(undefined, { redirect_uri: 'https://app.test/elsewhere' })
    expect([answer.status, answer.headers.get('location')]).toEqual([rowOf(name).untrusted, null])
  },
)

test("a service of IFTTT's protocol takes no parameter without need", async () => {
  const { at } = await atProvider(rowOf("a service of IFTTT's protocol"))
  const { paths } = LARDER_SIGN_IN
  const grant = { grant_type: 'authorization_code', code: await at.code(), redirect_uri: at.redirectUri }
  expect((await at.post(paths.token, { ...grant, code_verifier: 'x'.repeat(43) })).status).toBe(400)
  expect((await at.decide(undefined, { prompt: 'consent' })).status).toBe(400)
  expect((await at.post(paths.token, grant)).status).toBe(200)
})

test.each(['an OAuth app at GitHub', "a service of IFTTT's protocol"])(
  '%s is known by its form alone',
  async (name) => {
    const row = rowOf(name)
    const { at } = await atProvider({ ...row, settings: { ...row.settings, client_auth: 'basic' } })
    expect(await refusalOf(await at.exchange(await at.code()))).toEqual(row.wrong_client)
  },
)

test('a code is of no use to another app', async () => {
  const { at } = await atProvider(rowOf('an OAuth app at GitHub'))
  const { wrong_code } = rowOf('a GitHub App')
  expect(await refusalOf(await at.exchange(await at.code(), {}, GITHUB_APP))).toEqual(wrong_code)
})

test('GitHub answers who does not ask for JSON with a form', async () => {
  const { at } = await atProvider(rowOf('an OAuth app at GitHub'))
  const { client_id, client_secret } = GITHUB_OAUTH_APP
  const url = new URL(GITHUB_SIGN_IN.paths.token.slice(1), `${(await at.page()).origin}/github/`)
  const body = new URLSearchParams({ client_id, client_secret, code: 'another' })
  const answer = await fetch(url, { method: 'POST', body })
  expect(new URLSearchParams(await answer.text()).get('error')).toBe('bad_verification_code')
})

test('Google gives refresh tokens only to who asks for them', async () => {
  const { at } = await atProvider(rowOf('Google'))
  const back = await at.sentBack(undefined, { access_type: 'online' })
  expect(await (await at.exchange(back.get('code') ?? '')).json()).not.toHaveProperty('refresh_token')
})
