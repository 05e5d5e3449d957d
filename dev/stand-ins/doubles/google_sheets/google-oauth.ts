import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { isVerifierOf } from '../../services/oauth/code-challenge.ts'
import { consentPage, untrustedPage } from '../../services/oauth/consent-page.ts'
import { neverStored, OAuthError, oauthErrorResponse, requiredParam } from '../../services/oauth/oauth-error.ts'
import { authenticateClient, client, isRegisteredRedirect } from '../../services/oauth/registered-client.ts'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { GOOGLE_ACCOUNTS, googleState, grantOf, type Grant } from './google-state.ts'

export const DRIVE_FILE = 'https://www.googleapis.com/auth/drive.file'
const GOOGLE = {
  module_name: 'google_sheets',
  name: 'Google',
  brand_color: '#188038',
  scopes: {
    openid: 'Know who you are',
    email: 'See your email address',
    [DRIVE_FILE]: 'See and change the files that you open or create with it, and no others',
  },
  accounts: Object.entries(GOOGLE_ACCOUNTS).map(([id, name]) => ({ id, name })),
}
const PARAMETERS = new Set(
  'client_id redirect_uri response_type scope state access_type prompt login_hint nonce code_challenge code_challenge_method'.split(
    ' ',
  ),
)
const TOKEN_SECONDS = 3599

/** Google's sign-in: refresh tokens only with `access_type=offline` and `prompt=consent`, and they never change. */
export function googleOAuth(ctx: DoubleContext): Hono {
  const app = new Hono()
  const origin = new URL(ctx.address).origin
  const keys = newKeys()
  app.use('/o/oauth2/v2/auth', sameOriginOnly(origin))
  app.get('/o/oauth2/v2/auth', (c) => {
    const asked = readAsked(c)
    return typeof asked === 'string' ? untrustedPage(GOOGLE, asked) : consentPage(GOOGLE, asked)
  })
  app.post('/o/oauth2/v2/auth', async (c) => {
    const asked = readAsked(c)
    if (typeof asked === 'string') return untrustedPage(GOOGLE, asked)
    const form = new URLSearchParams(await c.req.text())
    const to = new URL(asked.redirectUri)
    to.searchParams.set('iss', ctx.address)
    if (asked.state !== undefined) to.searchParams.set('state', asked.state)
    if (form.get('decision') === 'allow') {
      const code = `4/0A${randomBytes(24).toString('base64url')}`
      const { redirectUri: redirect_uri, codeChallenge: challenge, scopes, offline } = asked
      googleState(ctx).codes[code] = { account: form.get('account') ?? '', redirect_uri, challenge, scopes, offline }
      ctx.save()
      to.searchParams.set('code', code)
      to.searchParams.set('scope', scopes.join(' '))
    } else to.searchParams.set('error', 'access_denied')
    return c.redirect(to.href, 303)
  })
  app.post('/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    authenticateClient(GOOGLE.module_name, c.req.header('authorization'), form)
    const { privateKey } = await keys
    return c.json(await exchange(ctx, form, privateKey), 200, neverStored)
  })
  app.post('/revoke', async (c) => {
    const token = new URLSearchParams(await c.req.text()).get('token')
    const state = googleState(ctx)
    const left = state.grants.filter(
      ({ refresh, access }) => refresh !== token && !access.some((each) => each.token === token),
    )
    if (left.length === state.grants.length)
      return c.json({ error: 'invalid_token', error_description: 'Token expired or revoked' }, 400)
    state.grants = left
    ctx.save()
    return c.json({})
  })
  app.get('/v1/userinfo', (c) => {
    const grant = grantOf(ctx, c)
    if (!grant) return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
    return c.json({ sub: grant.account, email: emailOf(grant.account), email_verified: true })
  })
  app.onError((error) => {
    if (error instanceof OAuthError) return oauthErrorResponse(error, GOOGLE.name)
    throw error
  })
  return app
}

function readAsked(c: Context) {
  const given = c.req.query()
  const unknown = Object.keys(given).find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) return `Parameter not allowed for this message type: ${unknown}`
  const { client_id, redirect_uri = '', response_type, scope = '', state, access_type, prompt } = given
  if (client_id !== client.id) return 'The OAuth client was not found.'
  if (!isRegisteredRedirect(redirect_uri)) return 'Error 400: redirect_uri_mismatch'
  if (response_type !== 'code') return 'Required parameter is missing: response_type'
  const scopes = scope.split(' ')
  if (!scopes.every((each) => each in GOOGLE.scopes)) return 'Error 400: invalid_scope'
  return {
    redirectUri: redirect_uri,
    state,
    scopes,
    codeChallenge: given['code_challenge'] ?? '',
    loginHint: given['login_hint'],
    nonce: given['nonce'],
    offline: access_type === 'offline' && prompt === 'consent',
  }
}

type PrivateKey = Awaited<ReturnType<typeof newKeys>>['privateKey']

async function exchange(ctx: DoubleContext, form: URLSearchParams, privateKey: PrivateKey) {
  const state = googleState(ctx)
  switch (requiredParam(form, 'grant_type')) {
    case 'authorization_code': {
      const code = requiredParam(form, 'code')
      const known = Object.hasOwn(state.codes, code) ? state.codes[code] : undefined
      delete state.codes[code]
      if (!known || known.redirect_uri !== requiredParam(form, 'redirect_uri'))
        throw new OAuthError('invalid_grant', 'Bad Request')
      if (!isVerifierOf(known.challenge, form.get('code_verifier') ?? ''))
        throw new OAuthError('invalid_grant', 'Invalid code verifier.')
      const { account, scopes, offline } = known
      const refresh = offline ? `1//0${randomBytes(32).toString('base64url')}` : null
      const grant: Grant = { account, scopes, refresh, access: [] }
      state.grants.push(grant)
      const id_token = await idToken(ctx, account, privateKey)
      return { ...issueAccess(ctx, grant), ...(refresh !== null && { refresh_token: refresh }), id_token }
    }
    case 'refresh_token': {
      const refresh = requiredParam(form, 'refresh_token')
      const grant = state.grants.find((each) => each.refresh === refresh)
      if (!grant) throw new OAuthError('invalid_grant', 'Token has been expired or revoked.')
      return issueAccess(ctx, grant)
    }
    default:
      throw new OAuthError('unsupported_grant_type', 'Invalid grant_type')
  }
}

function issueAccess(ctx: DoubleContext, grant: Grant) {
  const token = `ya29.${randomBytes(32).toString('base64url')}`
  grant.access = [
    ...grant.access.filter(({ ends }) => ends > ctx.now()),
    { token, ends: ctx.now() + TOKEN_SECONDS * 1000 },
  ]
  ctx.save()
  return { access_token: token, expires_in: TOKEN_SECONDS, scope: grant.scopes.join(' '), token_type: 'Bearer' }
}

function emailOf(account: string): string {
  return Object.entries(GOOGLE_ACCOUNTS).find(([id]) => id === account)?.[1] ?? ''
}

function idToken(ctx: DoubleContext, account: string, privateKey: PrivateKey): Promise<string> {
  const now = Math.floor(ctx.now() / 1000)
  return new SignJWT({ email: emailOf(account), email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'double', typ: 'JWT' })
    .setIssuer(ctx.address)
    .setSubject(account)
    .setAudience(client.id)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(privateKey)
}

async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { privateKey, jwk: await exportJWK(publicKey) }
}
