import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { OAuthError } from './oauth-error.ts'
import type { AuthorizationCode } from './oauth-state.ts'
import { bearerOf, findAccess } from './oauth-tokens.ts'
import type { Provider } from './provider-settings.ts'

const TOKEN_SECONDS = 300

/** OpenID Connect Core on top of a provider's OAuth 2. Its key stays in memory. */
export function openId(provider: Provider) {
  const { ctx, settings } = provider
  const keys = once(newKeys)
  return {
    keys: async () => ({ keys: [(await keys()).jwk] }),
    /** The ID token that comes with an access token. */
    idToken: async ({ accountId, scopes, nonce, clientId }: AuthorizationCode): Promise<string> => {
      const { privateKey, jwk } = await keys()
      // The user was asked just before the code was given.
      const now = Math.floor(ctx.now() / 1000)
      const claims = claimsOf(provider, accountId, scopes)
      return new SignJWT({ ...claims, ...(nonce !== undefined && { nonce }), auth_time: now })
        .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ: 'JWT' })
        .setIssuer(provider.address)
        .setSubject(accountId)
        .setAudience(clientId)
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(privateKey)
    },
    /** What the request's token may know of its user. Throws `bearer` and `bearer_scope`. */
    userinfo: (authorization: string | undefined) => {
      const access = findAccess(ctx, settings.module_name, bearerOf(authorization))
      if (!access) throw new OAuthError('bearer', 'The token is expired, revoked or unknown')
      if (!access.scopes.includes('openid')) throw new OAuthError('bearer_scope', 'This needs the scope openid')
      const { accountId } = access.grant
      return { sub: accountId, ...claimsOf(provider, accountId, access.scopes) }
    },
  }
}

/** The claims that the scopes allow (OpenID Connect Core §5.4). */
function claimsOf({ settings }: Provider, accountId: string, scopes: string[]): Record<string, unknown> {
  const { claims = {} } = settings.accounts.find(({ id }) => id === accountId) ?? {}
  return Object.assign({}, ...scopes.map((scope) => claims[scope]))
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
