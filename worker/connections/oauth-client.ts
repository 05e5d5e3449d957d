import * as oauth from 'oauth4webapi'
import type { Ctx } from '../context/context.ts'
import { guardedFetch, isTrusted } from '../outbound/guarded-fetch.ts'
import type { ServiceRow } from '../db/schema/connections.ts'
import { loadServices, serviceFile } from '../services/operator/known-services.ts'

/** Our side of one service's OAuth 2 (§D3.5). */
export type OAuthClient = {
  as: oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string }
  client: oauth.Client
  auth: oauth.ClientAuth
  redirectUri: string
  scopes: string | null
  /** Its service speaks IFTTT's protocol: no PKCE, and tokens end with a 401 instead of a time. */
  is_ifttt: boolean
}

/** `expires_at` in ms; null if the service did not say. */
export type Tokens = {
  access_token: string
  refresh_token: string | null
  expires_at: number | null
  scopes: string | null
}

/** Returns null if the operator has not set credentials for this service. */
export async function oauthClientFor(ctx: Ctx, service: ServiceRow): Promise<OAuthClient | null> {
  const { settings } = ctx
  const { module_name, issuer, authorize_url, token_url, revoke_url, scopes } = service
  const credentials = settings.SERVICE_CREDENTIALS[module_name]
  if (!credentials?.client_id || !credentials.client_secret) return null
  if (!issuer || !authorize_url || !token_url) return null
  await loadServices(ctx, [module_name])
  const is_ifttt = serviceFile(module_name)?.transport === 'ifttt'
  return {
    as: {
      issuer,
      authorization_endpoint: authorize_url,
      token_endpoint: token_url,
      ...(revoke_url && { revocation_endpoint: revoke_url }),
    },
    client: { client_id: credentials.client_id },
    auth: is_ifttt
      ? oauth.ClientSecretPost(credentials.client_secret)
      : oauth.ClientSecretBasic(credentials.client_secret),
    redirectUri: `${settings.SITE_ORIGIN}/api/connections/callback/${module_name}`,
    scopes,
    is_ifttt,
  }
}

/** The address where the user allows access: code flow with state, and with PKCE S256 where the protocol has it. */
export async function authorizeAddress(to: OAuthClient, state: string, verifier: string): Promise<string> {
  const url = new URL(to.as.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: to.client.client_id,
    redirect_uri: to.redirectUri,
    ...(to.scopes && { scope: to.scopes }),
    state,
    ...(to.is_ifttt ? {} : await challengeOf(verifier)),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

async function challengeOf(verifier: string): Promise<Record<string, string>> {
  return { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
}

/** `answer` must already be checked by `oauth.validateAuthResponse`. */
export async function exchangeCode(ctx: Ctx, at: OAuthClient, answer: URLSearchParams, verifier: string) {
  const options = requestOptions(ctx, at.as.token_endpoint)
  const { as, client, auth, redirectUri } = at
  const proof = at.is_ifttt ? oauth.nopkce : verifier
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, answer, redirectUri, proof, options)
  return toTokens(at, await oauth.processAuthorizationCodeResponse(as, client, response), ctx.now())
}

export async function refreshTokens(ctx: Ctx, at: OAuthClient, refreshToken: string): Promise<Tokens> {
  const options = requestOptions(ctx, at.as.token_endpoint)
  const response = await oauth.refreshTokenGrantRequest(at.as, at.client, at.auth, refreshToken, options)
  return toTokens(at, await oauth.processRefreshTokenResponse(at.as, at.client, response), ctx.now())
}

/** Revokes a token (RFC 7009); does nothing if the service has no revocation endpoint. */
export async function revokeToken(ctx: Ctx, at: OAuthClient, token: string): Promise<void> {
  const { revocation_endpoint } = at.as
  if (!revocation_endpoint) return
  const options = requestOptions(ctx, revocation_endpoint)
  await oauth.processRevocationResponse(await oauth.revocationRequest(at.as, at.client, at.auth, token, options))
}

/** Whether the service revoked the grant, rather than being down or rejecting our credentials. */
export function isGrantRefused(error: unknown): boolean {
  return error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
}

/** The library requires https, except for origins that the operator trusts. */
function requestOptions(ctx: Ctx, address: string) {
  return {
    [oauth.customFetch]: guardedFetch(ctx),
    [oauth.allowInsecureRequests]: isTrusted(address, ctx.settings),
  }
}

function toTokens({ is_ifttt }: OAuthClient, answer: oauth.TokenEndpointResponse, now: number): Tokens {
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? null,
    expires_at: answer.expires_in === undefined || is_ifttt ? null : now + answer.expires_in * 1000,
    scopes: answer.scope ?? null,
  }
}
