import { client, isRegisteredRedirect } from './registered-client.ts'
import { OAuthError, requiredParam, single } from './oauth-error.ts'
import type { StandInService } from '../data/services.ts'

export type AuthorizationRequest = {
  redirectUri: string
  state: string | undefined
  scopes: string[]
  codeChallenge: string
  loginHint: string | undefined
  nonce: string | undefined
}

/** The error codes of RFC 6749 §4.1.2.1 that this provider uses. */
type RedirectError = 'invalid_request' | 'unsupported_response_type' | 'invalid_scope'

type ParsedAuthorizationRequest =
  | { kind: 'valid'; request: AuthorizationRequest }
  /** The client cannot be trusted, so the browser is not redirected to it. */
  | { kind: 'untrusted'; reason: string }
  | { kind: 'refused'; redirectUri: string; state: string | undefined; error: RedirectError; description: string }

export function readAuthorizationRequest(service: StandInService, params: URLSearchParams): ParsedAuthorizationRequest {
  const untrusted = whyUntrusted(params)
  if (untrusted !== undefined) return { kind: 'untrusted', reason: untrusted }
  const redirectUri = params.get('redirect_uri') ?? ''
  const state = params.getAll('state').length === 1 ? (params.get('state') ?? undefined) : undefined
  const refuse = (error: RedirectError, description: string): ParsedAuthorizationRequest => ({
    kind: 'refused',
    redirectUri,
    state,
    error,
    description,
  })
  try {
    if (requiredParam(params, 'response_type') !== 'code') {
      return refuse('unsupported_response_type', 'Only response_type=code is supported')
    }
    single(params, 'state')
    const codeChallenge = readChallenge(params)
    const scopes = readScopes(service, single(params, 'scope'))
    if (scopes === undefined) return refuse('invalid_scope', `Known scopes: ${Object.keys(service.scopes).join(' ')}`)
    return {
      kind: 'valid',
      request: {
        redirectUri,
        state,
        scopes,
        codeChallenge,
        loginHint: single(params, 'login_hint'),
        nonce: single(params, 'nonce'),
      },
    }
  } catch (error) {
    if (error instanceof OAuthError) return refuse('invalid_request', error.message)
    throw error
  }
}

function whyUntrusted(params: URLSearchParams): string | undefined {
  const [ids, addresses] = [params.getAll('client_id'), params.getAll('redirect_uri')]
  if (ids.length !== 1 || ids[0] !== client.id) return 'The client_id is missing or unknown.'
  if (addresses.length !== 1) return 'The redirect_uri is missing or sent more than once.'
  if (!isRegisteredRedirect(addresses[0] ?? '')) return 'The redirect_uri is not registered for this client.'
  return undefined
}

/** PKCE is required here, and S256 is the only method (RFC 7636 §4.4.1). */
function readChallenge(params: URLSearchParams): string {
  const challenge = requiredParam(params, 'code_challenge')
  if (single(params, 'code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'Transform algorithm not supported: use code_challenge_method=S256')
  }
  if (!/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge is not a SHA-256 in base64url')
  return challenge
}

/** Without a scope, the client gets all scopes of the service (RFC 6749 §3.3 lets the provider choose). */
function readScopes(service: StandInService, scope: string | undefined): string[] | undefined {
  const known = Object.keys(service.scopes)
  if (scope === undefined) return known
  const wanted = [...new Set(scope.split(' '))]
  return wanted.every((each) => known.includes(each)) ? wanted : undefined
}
