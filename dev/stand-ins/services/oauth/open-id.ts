import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { requireGrant, ApiError, apiErrorResponse } from './bearer-token.ts'
import { demoId, demoIdPeople } from './demo-id.ts'
import { providerRoutes } from './authorization-server.ts'
import type { AuthorizationCode, ServicesContext } from '../data/services-state.ts'

const TOKEN_SECONDS = 300

/** OpenID Connect Core and Discovery on top of the OAuth 2 provider, mounted at /demo-id. Its key stays in memory. */
export function openIdRoutes(ctx: ServicesContext): Hono {
  const app = new Hono()
  const issuer = `${ctx.origin}/${demoId.module_name}`
  const keys = once(newKeys)
  app.get('/.well-known/openid-configuration', (c) => c.json(metadata(issuer)))
  app.get('/jwks', async (c) => c.json({ keys: [(await keys()).jwk] }))
  app.get('/userinfo', (c) => {
    const { accountId, scopes } = requireGrant(ctx, demoId, c, 'openid')
    return c.json({ sub: accountId, ...claimsOf(accountId, scopes) })
  })
  app.onError((error) => {
    if (error instanceof ApiError) return apiErrorResponse(error)
    throw error
  })
  return app.route(
    '/oauth',
    providerRoutes(ctx, demoId, async (code) => {
      const { privateKey, jwk } = await keys()
      return idToken(ctx, issuer, code).setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ: 'JWT' }).sign(privateKey)
    }),
  )
}

function idToken(ctx: ServicesContext, issuer: string, { accountId, scopes, nonce, clientId }: AuthorizationCode) {
  // Demo ID asks its user each time, just before it gives a code.
  const now = Math.floor(ctx.now() / 1000)
  return new SignJWT({ ...claimsOf(accountId, scopes), ...(nonce !== undefined && { nonce }), auth_time: now })
    .setIssuer(issuer)
    .setSubject(accountId)
    .setAudience(clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
}

/** The claims that the scopes allow (OpenID Connect Core §5.4). */
function claimsOf(accountId: string, scopes: string[]) {
  const person = demoIdPeople.find(({ id }) => id === accountId)
  if (person === undefined) return {}
  const { email, email_verified, name, preferred_username } = person
  return {
    ...(scopes.includes('email') && { email, email_verified }),
    ...(scopes.includes('profile') && { name, preferred_username }),
  }
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    scopes_supported: Object.keys(demoId.scopes),
    claims_supported: ['sub', 'email', 'email_verified', 'name', 'preferred_username'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

async function newKeys() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'RS256', kid: crypto.randomUUID(), use: 'sig' } }
}

/** Runs `make` on first use only, because most runs never sign anyone in. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
