import * as oauth from 'oauth4webapi'
import type { RunnerCtx } from '../../system/context/context.ts'
import { isRecord } from '../../contract/shared/is-record.ts'
import { parseJson } from '../../contract/shared/parse-json.ts'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import { isTrusted } from '../../system/outbound/outbound-guard.ts'
import { jsonFetch } from './json-token-endpoint.ts'

/** Our side of OAuth 2 at one service, or at one server of it. */
export type OAuthClient = {
  as: oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string }
  client: oauth.Client
  auth: oauth.ClientAuth
  redirectUri: string
  scopes: string | null
  has_pkce: boolean
  /** Its service speaks IFTTT's protocol: tokens end with a 401 instead of a time. */
  is_ifttt: boolean
  /** Further parameters of the page where the user agrees. */
  authorize_params?: Record<string, string>
  /** Its token endpoint takes JSON instead of a form. */
  takes_json?: boolean
}

type Endpoints = { issuer: string; authorize_url: string; token_url: string; revoke_url: string | null }

/** A service's addresses as the OAuth library takes them. */
export function toAuthorizationServer({ issuer, authorize_url, token_url, revoke_url }: Endpoints): OAuthClient['as'] {
  return {
    issuer,
    authorization_endpoint: authorize_url,
    token_endpoint: token_url,
    ...(revoke_url && { revocation_endpoint: revoke_url }),
  }
}

/** `expires_at` in ms; null if the service did not say. */
export type Tokens = {
  access_token: string
  refresh_token: string | null
  expires_at: number | null
  scopes: string | null
  /** The server that gave them, of a service at many. */
  server?: string
}

/** The address where the user allows access: code flow with state, and with PKCE S256 where the service has it. */
export async function authorizeAddress(to: OAuthClient, state: string, verifier: string): Promise<string> {
  const url = new URL(to.as.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: to.client.client_id,
    redirect_uri: to.redirectUri,
    ...(to.scopes && { scope: to.scopes }),
    state,
    ...(to.has_pkce ? await challengeOf(verifier) : {}),
    ...to.authorize_params,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

async function challengeOf(verifier: string): Promise<Record<string, string>> {
  return { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
}

/** `answer` must already be checked by `oauth.validateAuthResponse`. */
export async function exchangeCode(ctx: RunnerCtx, at: OAuthClient, answer: URLSearchParams, verifier: string) {
  const options = requestOptions(ctx, at, at.as.token_endpoint)
  const { as, client, auth, redirectUri } = at
  const proof = at.has_pkce ? verifier : oauth.nopkce
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, answer, redirectUri, proof, options)
  return toTokens(at, await oauth.processAuthorizationCodeResponse(as, client, response), ctx.now())
}

export async function refreshTokens(ctx: RunnerCtx, at: OAuthClient, refreshToken: string): Promise<Tokens> {
  const options = requestOptions(ctx, at, at.as.token_endpoint)
  const response = await oauth.refreshTokenGrantRequest(at.as, at.client, at.auth, refreshToken, options)
  const told = at.is_ifttt ? await asLostGrant(response) : response
  return toTokens(at, await oauth.processRefreshTokenResponse(at.as, at.client, told), ctx.now())
}

/** IFTTT's protocol answers a refresh token that does not count with 401 and `errors`, not with `invalid_grant`. */
async function asLostGrant(response: Response): Promise<Response> {
  if (response.status !== 401) return response
  const text = await response.text()
  const { status, headers } = response
  return isRefusal(text)
    ? new Response(text, { status, headers })
    : Response.json({ error: 'invalid_grant' }, { status: 400 })
}

/** Revokes a token (RFC 7009); does nothing if the service has no revocation endpoint. */
export async function revokeToken(ctx: RunnerCtx, at: OAuthClient, token: string): Promise<void> {
  const { revocation_endpoint } = at.as
  if (!revocation_endpoint) return
  const options = requestOptions(ctx, at, revocation_endpoint)
  try {
    await oauth.processRevocationResponse(await oauth.revocationRequest(at.as, at.client, at.auth, token, options))
  } catch (error) {
    // RFC 7009 answers a token that is gone with 200; Google does not.
    if (!(error instanceof oauth.ResponseBodyError && error.error === 'invalid_token')) throw error
  }
}

/** Whether the server still has our client: some forget those that nobody used. Without an answer, it does. */
export async function isClientKnown(ctx: RunnerCtx, at: OAuthClient): Promise<boolean> {
  const options = requestOptions(ctx, at, at.as.token_endpoint)
  try {
    const asked = await oauth.clientCredentialsGrantRequest(at.as, at.client, at.auth, {}, options)
    await oauth.processClientCredentialsResponse(at.as, at.client, asked)
    return true
  } catch (error) {
    const refused = error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError
    return !(refused && (error.status === 401 || errorOf(error) === 'invalid_client'))
  }
}

/** Whether the service revoked the grant, rather than being down or rejecting our credentials. */
export function isGrantRefused(error: unknown): boolean {
  return errorOf(error) === 'invalid_grant' || errorOf(error) === 'bad_refresh_token'
}

function errorOf(error: unknown): string | null {
  return error instanceof oauth.ResponseBodyError ? error.error : null
}

/** The library requires https, except for origins that the operator trusts. */
function requestOptions(ctx: RunnerCtx, { takes_json }: Pick<OAuthClient, 'takes_json'>, address: string) {
  const guarded = guardedFetch(ctx)
  const ask = async (...given: Parameters<typeof guarded>) => asRefusal(await guarded(...given))
  return {
    [oauth.customFetch]: takes_json ? jsonFetch(ask) : ask,
    [oauth.allowInsecureRequests]: isTrusted(address, ctx.settings),
  }
}

/** GitHub answers 200 to what it refuses, where the standard asks for 400 (RFC 6749 §5.2). */
async function asRefusal(response: Response): Promise<Response> {
  if (response.status !== 200) return response
  const text = await response.text()
  return new Response(text, { status: isRefusal(text) ? 400 : 200, headers: response.headers })
}

function isRefusal(text: string): boolean {
  const said = parseJson(text)
  return isRecord(said) && typeof said['error'] === 'string'
}

function toTokens({ is_ifttt }: OAuthClient, answer: oauth.TokenEndpointResponse, now: number): Tokens {
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? null,
    expires_at: answer.expires_in === undefined || is_ifttt ? null : now + answer.expires_in * 1000,
    scopes: answer.scope ?? null,
  }
}
