import { Hono } from 'hono/tiny'
import { type Context } from 'hono'
import { base64url } from '../../system/secrets/hashes.ts'

/**
 * An OAuth 2 service in the test's own isolate: real requests and responses, strict wherever the standard is. Every
 * host under .test is a service, named by its first label. It is behind `ctx.fetch`.
 */
export type TestProvider = {
  fetch: typeof fetch
  /** Every outgoing request in order, such as "POST github.example/token". */
  seen: string[]
  /** The user presses Allow: returns the callback address. Throws if the request is not valid. */
  allow(authorizeAddress: string, account?: string): URL
  /** Seconds; undefined leaves it out of the response. */
  lifetime: number | undefined
  /** Whether a refresh issues a new refresh token and ends the old one. */
  rotates: boolean
  expireAccessTokens(): void
  revokeAll(): void
  /** Answers the next request to this path with this response. */
  failNext(path: string, answer: () => Response | Promise<Response>): void
  /** The response of /api/options/…. */
  options: unknown
  tokens(): string[]
}

type Grant = { account: string; access: string; expired: boolean; refresh: string; spent: string[] }
type Code = { account: string; challenge: string; redirectUri: string }
type State = {
  codes: Map<string, Code>
  grants: Grant[]
  failures: { path: string; answer: () => Response | Promise<Response> }[]
  counter: number
}

export const TEST_SECRET = 'a secret: with / signs'

export function testProvider(): TestProvider {
  const state: State = { codes: new Map(), grants: [], failures: [], counter: 0 }
  const provider: TestProvider = {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { host, pathname } = new URL(request.url)
      provider.seen.push(`${request.method} ${host}${pathname}`)
      const failure = state.failures.findIndex(({ path }) => path === pathname)
      if (failure >= 0) return state.failures.splice(failure, 1)[0]?.answer() ?? Response.error()
      return app.fetch(request)
    },
    seen: [],
    allow: (address, account = 'ada') => allow(state, new URL(address), account),
    lifetime: 3600,
    rotates: true,
    expireAccessTokens: () => state.grants.forEach((grant) => (grant.expired = true)),
    revokeAll: () => void (state.grants = []),
    failNext: (path, answer) => state.failures.push({ path, answer }),
    options: { options: [{ label: 'ada/engine', value: 'R1' }] },
    tokens: () => state.grants.flatMap(({ access, refresh }) => [access, refresh]),
  }
  const app = new Hono()
    .post('/token', async (c) => token(c, provider, state))
    .post('/revoke', async (c) => {
      const sent = (await formOf(c)).get('token') ?? ''
      state.grants = state.grants.filter(({ access, refresh }) => access !== sent && refresh !== sent)
      return c.body(null, 200)
    })
    .on('GET', ['/user', '/v1/userinfo', '/api/v1/user'], (c) => {
      const grant = bearer(c, state)
      if (!grant) return c.json({ error: 'invalid_token' }, 401)
      const name = `${grant.account}@example.test`
      return c.json({ id: grant.account, login: name, sub: grant.account, email: name })
    })
    .get('/api/options/:what', (c) =>
      bearer(c, state) ? c.json(provider.options) : c.json({ error: 'invalid_token' }, 401),
    )
  return provider
}

function allow(state: State, address: URL, account: string): URL {
  const { origin, searchParams } = address
  const all = Object.fromEntries(searchParams)
  if (all['response_type'] !== 'code' || all['code_challenge_method'] !== 'S256')
    throw new Error('Not the code flow with S256.')
  const { redirect_uri: redirectUri, code_challenge: challenge, state: given } = all
  if (!redirectUri || !challenge || !given) throw new Error('redirect_uri, code_challenge or state is missing.')
  const code = `code-${++state.counter}`
  state.codes.set(code, { account, challenge, redirectUri })
  const back = new URL(redirectUri)
  for (const [name, value] of Object.entries({ code, state: given, iss: origin })) back.searchParams.set(name, value)
  return back
}

async function token(c: Context, provider: TestProvider, state: State): Promise<Response> {
  const form = await formOf(c)
  if (!knowsClient(c, form)) return c.json({ error: 'invalid_client' }, 400)
  if (form.get('grant_type') === 'refresh_token')
    return refreshGrant(c, provider, state, form.get('refresh_token') ?? '')
  const code = state.codes.get(form.get('code') ?? '')
  state.codes.delete(form.get('code') ?? '')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form.get('code_verifier') ?? ''))
  const fits = code?.challenge === base64url(hash) && code.redirectUri === form.get('redirect_uri')
  if (!code || !fits) return c.json({ error: 'invalid_grant' }, 400)
  const grant = {
    account: code.account,
    access: `at-${++state.counter}`,
    expired: false,
    refresh: `rt-${state.counter}`,
    spent: [],
  }
  state.grants.push(grant)
  return c.json(tokenAnswer(provider, grant))
}

/** A refresh token that is used twice ends its grant (RFC 9700 §4.14). */
function refreshGrant(c: Context, provider: TestProvider, state: State, sent: string): Response {
  state.grants = state.grants.filter((grant) => !grant.spent.includes(sent))
  const grant = state.grants.find((each) => each.refresh === sent)
  if (!grant) return c.json({ error: 'invalid_grant' }, 400)
  if (provider.rotates) {
    grant.spent.push(sent)
    grant.refresh = `rt-${++state.counter}`
  }
  grant.access = `at-${++state.counter}`
  grant.expired = false
  const { refresh_token, ...rest } = tokenAnswer(provider, grant)
  return c.json(provider.rotates ? { ...rest, refresh_token } : rest)
}

function tokenAnswer(provider: TestProvider, grant: Grant) {
  const expires = provider.lifetime === undefined ? {} : { expires_in: provider.lifetime }
  return {
    access_token: grant.access,
    token_type: 'Bearer',
    refresh_token: grant.refresh,
    scope: 'read write',
    ...expires,
  }
}

async function formOf(c: Context): Promise<URLSearchParams> {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new Error('The request is not a form.')
  return new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))
}

/** By Basic, or in the form as GitHub and Google want it. */
function knowsClient(c: Context, form: URLSearchParams): boolean {
  const basic = c.req.header('authorization')
  if (basic === undefined) return form.get('client_id') === 'switchyard' && form.get('client_secret') === TEST_SECRET
  const pair = atob(basic.replace('Basic ', '')).split(':')
  return pair.map((part) => new URLSearchParams(`v=${part}`).get('v')).join('|') === `switchyard|${TEST_SECRET}`
}

/** A pasted key that starts with key_ opens an account of its own. */
function bearer(c: Context, state: State): { account: string } | undefined {
  const sent = c.req.header('authorization')?.replace('Bearer ', '') ?? ''
  if (sent.startsWith('key_')) return { account: sent }
  return state.grants.find(({ access, expired }) => access === sent && !expired)
}
