import { Hono } from 'hono/tiny'
import { type Context } from 'hono'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose'
import { base64url } from '../../../system/secrets/hashes.ts'

export const ISSUER = 'https://id.example'
export const CLIENT_ID = 'switchyard'
export const TEST_SECRET = 'a secret: with / signs'

type Key = { alg: string; kid: string; secret: CryptoKey; jwk: JWK }
type Code = { nonce: string; challenge: string; redirectUri: string }

/**
 * An OpenID provider in the test's own isolate, behind `ctx.fetch`: real requests, real signatures, and as strict as
 * the standard. A test can make one of its responses wrong.
 */
type TestOpenId = {
  fetch: typeof fetch
  /** The requests in order, such as "GET /jwks". */
  seen: string[]
  /** The provider's signed-in user: `sub` and the other claims of the ID token. */
  person: Record<string, unknown>
  /** The response of the userinfo endpoint; null if there is none. */
  userInfo: Record<string, unknown> | null
  /** Overrides of the discovery document. */
  metadata: Record<string, unknown>
  /** Changes the ID token before it is signed: claims, and the header's `typ`. */
  bend: { claims?: Record<string, unknown>; typ?: string }
  /** Replaces the signature with the provider's own key. */
  sign: ((claims: Record<string, unknown>) => Promise<string>) | null
  /** Replaces the signing key. */
  rotate(alg?: string): Promise<void>
  publicKey(): JWK
  /** The user presses Allow: returns the callback address. Throws if the request is invalid. */
  allow(authorizeAddress: string): URL
  down: boolean
}

export async function testOpenId(now: () => number): Promise<TestOpenId> {
  const codes = new Map<string, Code>()
  let key = await newKey('RS256', 'key-1')
  const at: TestOpenId = {
    fetch: async (input, init) => {
      const request = new Request(input, init)
      at.seen.push(`${request.method} ${new URL(request.url).pathname}`)
      return at.down ? new Response('down', { status: 503 }) : app.fetch(request)
    },
    seen: [],
    person: { sub: 'ada-1', email: 'ada@example.test', email_verified: true, name: 'Ada Lovelace' },
    userInfo: null,
    metadata: {},
    bend: {},
    sign: null,
    rotate: async (alg = 'RS256') => void (key = await newKey(alg, `key-${key.kid.slice(4)}1`)),
    publicKey: () => key.jwk,
    allow: (address) => allow(codes, new URL(address)),
    down: false,
  }
  const app = new Hono()
    .get('/.well-known/openid-configuration', (c) => c.json(discovery(at)))
    .get('/jwks', (c) => c.json({ keys: [key.jwk] }))
    .get('/userinfo', (c) =>
      c.req.header('authorization') === 'Bearer at-1' ? c.json(at.userInfo ?? {}) : c.json({}, 401),
    )
    .post('/token', async (c) => {
      const code = await codeFor(c, codes)
      if (!code) return c.json({ error: 'invalid_grant' }, 400)
      const seconds = Math.floor(now() / 1000)
      const times = { iat: seconds, exp: seconds + 300 }
      const claims = { iss: ISSUER, aud: CLIENT_ID, nonce: code.nonce, ...times, ...at.person, ...at.bend.claims }
      const id_token = at.sign ? await at.sign(claims) : await signed(key, claims, at.bend.typ)
      return c.json({ access_token: 'at-1', token_type: 'Bearer', expires_in: 300, id_token })
    })
  return at
}

function discovery({ userInfo, metadata }: TestOpenId) {
  return {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    ...(userInfo && { userinfo_endpoint: `${ISSUER}/userinfo` }),
    response_types_supported: ['code'],
    // Accepts everything, so that only our checks refuse.
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
    ...metadata,
  }
}

function allow(codes: Map<string, Code>, { origin, searchParams }: URL): URL {
  const { state, nonce, redirect_uri, code_challenge, ...rest } = Object.fromEntries(searchParams)
  const right = rest['response_type'] === 'code' && rest['code_challenge_method'] === 'S256'
  if (!right || rest['client_id'] !== CLIENT_ID || !rest['scope']?.split(' ').includes('openid'))
    throw new Error('Not the code flow of OpenID Connect with S256.')
  if (!state || !nonce || !redirect_uri || !code_challenge) throw new Error('state, nonce or the like is missing.')
  const code = `code-${codes.size + 1}`
  codes.set(code, { nonce, challenge: code_challenge, redirectUri: redirect_uri })
  const back = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ code, state, iss: origin })) back.searchParams.set(name, value)
  return back
}

async function codeFor(c: Context, codes: Map<string, Code>): Promise<Code | null> {
  const form = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()))
  const pair = atob(c.req.header('authorization')?.replace('Basic ', '') ?? '').split(':')
  const [id, secret] = pair.map((part) => new URLSearchParams(`v=${part}`).get('v'))
  if (id !== CLIENT_ID || secret !== TEST_SECRET) return null
  const code = codes.get(form.get('code') ?? '')
  codes.set(form.get('code') ?? '', { nonce: '', challenge: '', redirectUri: '' })
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form.get('code_verifier') ?? ''))
  const fits = code?.challenge === base64url(hash) && code.redirectUri === form.get('redirect_uri')
  return fits ? code : null
}

async function newKey(alg: string, kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, kid, secret: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

function signed({ alg, kid, secret }: Key, claims: Record<string, unknown>, typ = 'JWT'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ }).sign(secret)
}

/** A token that anyone can make. */
export async function unsigned(claims: Record<string, unknown>): Promise<string> {
  return new UnsecuredJWT(claims).encode()
}
