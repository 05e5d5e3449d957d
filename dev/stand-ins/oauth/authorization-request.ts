import { findClient, mayRedirectTo } from './authenticate-client.ts'
import { OAuthError, UntrustedRequest } from './oauth-error.ts'
import { allowOnly, requiredParam, single } from './read-parameters.ts'
import type { Client, Provider, SignInSettings } from './provider-settings.ts'

/** Where the browser goes after the consent page. */
export type WayBack = { client: Client; redirectUri: string; state: string | null }

export type AuthorizationRequest = {
  scopes: string[]
  codeChallenge: string
  isOffline: boolean
  nonce: string | undefined
}

/** Throws `UntrustedRequest` where nobody may be sent back. */
export function readWayBack(provider: Provider, params: URLSearchParams): WayBack {
  const [ids, addresses, states] = ['client_id', 'redirect_uri', 'state'].map((name) => params.getAll(name))
  const client = ids?.length === 1 ? findClient(provider, ids[0]) : undefined
  if (!client) throw new UntrustedRequest('The client_id is missing or unknown.')
  const [redirectUri] = addresses ?? []
  if (redirectUri === undefined || addresses?.length !== 1)
    throw new UntrustedRequest('The redirect_uri is missing or sent more than once.')
  if (!mayRedirectTo(provider, client, redirectUri))
    throw new UntrustedRequest('The redirect_uri is not registered for this client.')
  return { client, redirectUri, state: states?.length === 1 ? (states[0] ?? null) : null }
}

/** Throws the errors of RFC 6749 §4.1.2.1, which the client may be told. */
export function readAuthorizationRequest(
  { settings }: Provider,
  client: Client,
  params: URLSearchParams,
): AuthorizationRequest {
  const { parameters, required = {}, optional = [], tokens = {} } = settings
  if (parameters) allowOnly(params, parameters)
  const readType = optional.includes('response_type') ? single : requiredParam
  if ((readType(params, 'response_type') ?? 'code') !== 'code')
    throw new OAuthError('response_type', 'Only response_type=code is supported')
  single(params, 'state')
  for (const [name, value] of Object.entries(required)) {
    const sent = requiredParam(params, name)
    if (value !== null && sent !== value) throw new OAuthError('request', `${name} is not ${value}`)
  }
  return {
    codeChallenge: readChallenge(settings, params),
    scopes: readScopes(settings, client, single(params, 'scope')),
    isOffline: Object.entries(tokens.refresh_when ?? {}).every(([name, value]) => params.get(name) === value),
    nonce: single(params, 'nonce'),
  }
}

/** S256 is the only method (RFC 7636 §4.4.1). Empty without a challenge, where none is required. */
function readChallenge({ pkce = 'required' }: SignInSettings, params: URLSearchParams): string {
  const sent = single(params, 'code_challenge')
  if (pkce === 'ignored' || (pkce === 'optional' && sent === undefined)) return ''
  const challenge = requiredParam(params, 'code_challenge')
  if (single(params, 'code_challenge_method') !== 'S256')
    throw new OAuthError('request', 'Transform algorithm not supported: use code_challenge_method=S256')
  if (!/^[\w-]{43}$/.test(challenge)) throw new OAuthError('request', 'code_challenge is not a SHA-256 in base64url')
  return challenge
}

/** Without a scope, the provider chooses (RFC 6749 §3.3). */
function readScopes(settings: SignInSettings, client: Client, scope: string | undefined): string[] {
  const known = client.scopes ?? Object.keys(settings.scopes)
  const wanted = scope === undefined ? [...(settings.usual_scopes ?? known)] : [...new Set(scope.split(' '))]
  if (wanted.every((each) => known.includes(each))) return wanted
  throw new OAuthError('scope', `Known scopes: ${known.join(' ')}`)
}
