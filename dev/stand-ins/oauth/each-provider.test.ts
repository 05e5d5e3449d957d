import { describe, expect, onTestFinished, test } from 'vitest'
import { GITHUB_APP, GITHUB_OAUTH_APP, GITHUB_SIGN_IN } from '../doubles/github/github-oauth.ts'
import { GOOGLE_SIGN_IN } from '../doubles/google_sheets/google-oauth.ts'
import { MASTODON_SIGN_IN } from '../doubles/mastodon/mastodon-oauth.ts'
import { atMastodon } from '../doubles/mastodon/mastodon-sign-in.fixture.ts'
import { NOTION_SIGN_IN } from '../doubles/notion/notion-oauth.ts'
import { doubleSignIns, ownDoubleNames } from '../doubles/double-routes.ts'
import { standInServices } from '../services/data/services.ts'
import { demoId } from '../services/oauth/demo-id.ts'
import { startServices } from '../services/start-services.ts'
import type { SignInSettings } from './provider-settings.ts'
import { AtProvider } from './sign-in-at.fixture.ts'

type Refusal = readonly [status: number, error: string]
type Row = {
  settings: SignInSettings
  client_id?: string
  /** The status of its page for a client that it does not know. */
  untrusted: number
  /** Where a request with an unknown scope ends; null where requests have no scope. */
  unknown_scope: 'page' | 'back' | null
  /** Whether a sign-in without PKCE is possible, and whether one with it is. */
  pkce: 'required' | 'optional' | 'refused'
  wrong_client: Refusal
  wrong_code: Refusal
  /** How long an access token works, in seconds. */
  expires_in: number | undefined
  refresh: 'rotates' | 'stays' | 'none'
  wrong_refresh: Refusal
  /** How it answers a token that it does not know, to be revoked; null without such an endpoint. */
  unknown_token: number | null
}

const [octoforge] = standInServices as [SignInSettings]
const STANDARD = {
  untrusted: 400,
  unknown_scope: 'back',
  pkce: 'required',
  wrong_client: [401, 'invalid_client'],
  wrong_code: [400, 'invalid_grant'],
  expires_in: 3600,
  refresh: 'rotates',
  wrong_refresh: [400, 'invalid_grant'],
  unknown_token: 200,
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
  'a demo service': { ...STANDARD, settings: octoforge },
  'Demo ID': { ...STANDARD, settings: demoId },
  'an OAuth app at GitHub': {
    ...GITHUB,
    client_id: GITHUB_OAUTH_APP.client_id,
    expires_in: undefined,
    refresh: 'none',
  },
  'a GitHub App': { ...GITHUB, client_id: GITHUB_APP.client_id, expires_in: 8 * 3600 },
  Google: {
    ...STANDARD,
    settings: GOOGLE_SIGN_IN,
    unknown_scope: 'page',
    pkce: 'optional',
    expires_in: 3599,
    refresh: 'stays',
    unknown_token: 400,
  },
  Mastodon: {
    ...STANDARD,
    settings: MASTODON_SIGN_IN,
    untrusted: 401,
    pkce: 'optional',
    expires_in: undefined,
    refresh: 'none',
    wrong_refresh: [400, 'unsupported_grant_type'],
    unknown_token: 403,
  },
  Notion: {
    ...STANDARD,
    settings: NOTION_SIGN_IN,
    unknown_scope: null,
    pkce: 'refused',
    expires_in: undefined,
  },
}

async function atProvider({ settings, client_id }: Row) {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  const address = `${services.origin}/${settings.module_name}`
  const client = settings.clients.find((each) => each.client_id === client_id)
  const at = settings === MASTODON_SIGN_IN ? await atMastodon(address) : new AtProvider(address, settings, client)
  return { at, control: services.control }
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
    const text = await (await fetch(await at.page())).text()
    expect(text).toContain(`Switchyard wants to use your ${settings.name} account`)
    for (const scope of at.client.scopes ?? Object.keys(settings.scopes)) expect(text).toContain(settings.scopes[scope])
    for (const { name } of settings.accounts) expect(text).toContain(name)
    const buttons = [...text.matchAll(/<button[^>]*>\s*([^<]*?)\s*<\/button>/g)].map(([, label]) => label)
    expect(buttons).toEqual([...(settings.buttons ?? ['Allow', 'Deny'])])
    expect(text).not.toContain('<script')
  })

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
    expect(await refusalOf(await at.exchange(code, wrong))).toEqual(row.wrong_client)
    expect(await (await at.exchange(code)).json()).toHaveProperty('access_token')
  })

  test('a refresh gives another access token', async () => {
    const { at, control } = await atProvider(row)
    const { refresh_token = 'none', access_token } = await at.signIn()
    expect(await refusalOf(await at.askToRefresh('another'))).toEqual(row.wrong_refresh)
    if (row.refresh === 'none') return
    const fresh = await at.refresh(refresh_token)
    expect(fresh.access_token).not.toBe(access_token)
    expect('refresh_token' in fresh).toBe(row.refresh === 'rotates')
    if (row.refresh === 'stays') return expect(await at.refresh(refresh_token)).toHaveProperty('access_token')
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
    expect(control.grants().flatMap(({ accessTokens }) => accessTokens)).toEqual([])
  })
})
