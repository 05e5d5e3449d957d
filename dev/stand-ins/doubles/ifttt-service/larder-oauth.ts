import type { Context } from 'hono'
import type { OAuthContext } from '../../oauth/oauth-state.ts'
import { bearerOf, findAccess, newSecret } from '../../oauth/oauth-tokens.ts'
import type { SignInSettings } from '../../oauth/provider-settings.ts'
import { ProtocolError } from './protocol-request.ts'
import { LARDER_ACCOUNTS, type LarderAccount } from './larder-state.ts'

/** Our app at Larder. */
export const LARDER_CLIENT = { client_id: 'larder-client', client_secret: 'larder-client-secret' }

/** Larder's sign-in: OAuth 2 exactly as the protocol names it. A parameter that it does not know is refused. */
export const LARDER_SIGN_IN: SignInSettings = {
  module_name: 'larder',
  name: 'Larder',
  brand_color: '#7c4a03',
  scopes: { ifttt: 'See your kitchen, and add to your shopping list' },
  accounts: Object.entries(LARDER_ACCOUNTS).map(([id, name]) => ({ id, name })),
  paths: { authorize: '/oauth/authorize', token: '/oauth/token' },
  clients: [LARDER_CLIENT],
  tokens: {
    access_seconds: null,
    refresh: 'until_used',
    replaces_access: true,
    answer: () => ({ scope: undefined }),
  },
  redirect_path: '/api/connections/callback/larder',
  parameters: ['client_id', 'response_type', 'scope', 'redirect_uri', 'state'],
  required: { scope: 'ifttt', state: null },
  pkce: 'ignored',
  keeps_errors: true,
  client_auth: 'form',
  is_exact: true,
}

/** Whose kitchen the request's token opens. Throws 401 for any other. */
export function larderAccount(c: Context, oauth: OAuthContext): LarderAccount {
  const grant = findAccess(oauth, LARDER_SIGN_IN.module_name, bearerOf(c.req.header('authorization')))?.grant
  if (!grant || !isLarderAccount(grant.accountId)) throw new ProtocolError(401, 'The access token is unknown')
  // From now on the refresh token before the last does not work.
  grant.spentRefreshTokens = []
  return grant.accountId
}

/** Gives a token without a sign-in, as the protocol's tests ask for. */
export function giveLarderToken(oauth: OAuthContext, accountId: LarderAccount, token = newSecret('test-')): string {
  const about = { id: crypto.randomUUID(), service: LARDER_SIGN_IN.module_name, accountId, grantedAt: oauth.now() }
  const scopes = ['ifttt']
  const tokens = { refreshToken: null, spentRefreshTokens: [], accessTokens: [{ token, scopes, expiresAt: null }] }
  oauth.state.grants.push({ ...about, clientId: LARDER_CLIENT.client_id, scopes, ...tokens })
  oauth.save()
  return token
}

function isLarderAccount(id: string): id is LarderAccount {
  return Object.hasOwn(LARDER_ACCOUNTS, id)
}
