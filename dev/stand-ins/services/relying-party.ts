import * as oauth from 'oauth4webapi'
import type { ServiceEndpoints } from './oauth/service-endpoints.ts'

/** The OAuth client side, over the product's own library, for tests and for the demo accounts' grants. */
export const redirectUri = 'http://localhost:8788/activate/callback'
export const insecure = { [oauth.allowInsecureRequests]: true }

type Attempt = {
  as: oauth.AuthorizationServer
  endpoints: ServiceEndpoints
  address: URL
  state: string
  verifier: string
}

export const oauthClient: oauth.Client = { client_id: 'switchyard' }

export async function beginAttempt(endpoints: ServiceEndpoints, extra: Record<string, string> = {}): Promise<Attempt> {
  const issuer = new URL(endpoints.issuer)
  const discovery = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' })
  const as = await oauth.processDiscoveryResponse(issuer, discovery)
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const address = new URL(as.authorization_endpoint ?? '')
  address.search = new URLSearchParams({
    client_id: 'switchyard',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: endpoints.scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  }).toString()
  return { as, endpoints, address, state, verifier }
}

/** Presses a button of the consent page. Returns the address that the browser is redirected to. */
export async function decide(attempt: Attempt, decision: 'allow' | 'deny', who: 'ada' | 'work' = 'ada'): Promise<URL> {
  const body = new URLSearchParams({ decision, account: `${attempt.endpoints.module_name}-${who}` })
  const answer = await fetch(attempt.address, { method: 'POST', body, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

type Exchange = { verifier?: string; redirectUri?: string; auth?: oauth.ClientAuth; client?: oauth.Client }

export async function exchange(attempt: Attempt, callback: URL, change: Exchange = {}) {
  const client = change.client ?? oauthClient
  const params = oauth.validateAuthResponse(attempt.as, client, callback, attempt.state)
  const response = await oauth.authorizationCodeGrantRequest(
    attempt.as,
    client,
    change.auth ?? oauth.ClientSecretBasic(attempt.endpoints.client_secret),
    params,
    change.redirectUri ?? redirectUri,
    change.verifier ?? attempt.verifier,
    insecure,
  )
  return oauth.processAuthorizationCodeResponse(attempt.as, client, response)
}

export async function connectAccount(endpoints: ServiceEndpoints, who: 'ada' | 'work' = 'ada', scope?: string) {
  const attempt = await beginAttempt(endpoints, scope === undefined ? {} : { scope })
  return { attempt, tokens: await exchange(attempt, await decide(attempt, 'allow', who)) }
}

export async function refresh(attempt: Attempt, refreshToken: string | undefined) {
  const auth = oauth.ClientSecretPost(attempt.endpoints.client_secret)
  const response = await oauth.refreshTokenGrantRequest(attempt.as, oauthClient, auth, refreshToken ?? '', insecure)
  return oauth.processRefreshTokenResponse(attempt.as, oauthClient, response)
}

export function callApi(
  address: string,
  token: string,
  init: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const body = init.json === undefined ? {} : { body: JSON.stringify(init.json) }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
  return fetch(address, { method: init.method ?? 'GET', headers, ...body })
}
