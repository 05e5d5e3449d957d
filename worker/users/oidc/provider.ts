import * as oauth from 'oauth4webapi'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'
import { isTrusted } from '../../system/outbound/outbound-guard.ts'
import type { Ctx } from '../../system/context/context.ts'
import { discoveryInput } from '../../contract/oidc/oidc-input.ts'
import type { Settings } from '../../system/context/env.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { parseInput } from '../../system/http/validate.ts'

const DISCOVERY_KEPT = 10 * 60 * 1000
/** How many seconds the two clocks may differ. */
export const CLOCK_TOLERANCE = 30

type Server = oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string; jwks_uri: string }

/** Our client configuration for the operator's OpenID provider. */
export type OidcProvider = {
  name: string
  as: Server
  client: oauth.Client
  auth: oauth.ClientAuth
  redirectUri: string
}

/**
 * One document for each isolate and configuration. Cached as data, because a request cannot await another one's I/O.
 */
const discovered = new WeakMap<Settings, { as: Server; at: number }>()

/** Throws `not_found` (404) if no provider is configured. */
export function requireOidc({ OIDC_NAME, OIDC_ISSUER }: Settings): { name: string; issuer: string } {
  if (!OIDC_ISSUER) throw new AppError('not_found')
  return { name: OIDC_NAME, issuer: OIDC_ISSUER }
}

/** Throws if the provider does not answer, or not as OpenID Connect Discovery requires. */
export async function findProvider(ctx: Ctx): Promise<OidcProvider> {
  const { name, issuer } = requireOidc(ctx.settings)
  const { OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, SITE_ORIGIN } = ctx.settings
  const as = await discover(ctx, issuer)
  const skew = Math.round((ctx.realNow() - Date.now()) / 1000)
  return {
    name,
    as,
    client: { client_id: OIDC_CLIENT_ID, [oauth.clockSkew]: skew, [oauth.clockTolerance]: CLOCK_TOLERANCE },
    auth: clientAuth(as, OIDC_CLIENT_SECRET),
    redirectUri: `${SITE_ORIGIN}/api/oidc/callback`,
  }
}

async function discover(ctx: Ctx, issuer: string): Promise<Server> {
  const known = discovered.get(ctx.settings)
  if (known && known.at > ctx.realNow() - DISCOVERY_KEPT) return known.as
  const url = new URL(issuer)
  const answer = await oauth.discoveryRequest(url, { ...requestOptions(ctx, issuer), algorithm: 'oidc' })
  const metadata = await oauth.processDiscoveryResponse(url, answer)
  const as = { ...metadata, ...parseInput(discoveryInput, metadata) }
  // The guarded fetch checks the other addresses; this one is opened by the browser.
  const { authorization_endpoint } = as
  if (!authorization_endpoint.startsWith('https://') && !isTrusted(authorization_endpoint, ctx.settings))
    throw new Error('The authorization endpoint is not https.')
  discovered.set(ctx.settings, { as, at: ctx.realNow() })
  return as
}

/** Sends the secret in the header unless the provider only accepts it in the body. */
function clientAuth({ token_endpoint_auth_methods_supported: methods }: Server, secret: string): oauth.ClientAuth {
  const inBody = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
  return inBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
}

/** The library requires https, except for origins that the operator trusts. */
export function requestOptions(ctx: Ctx, address: string) {
  const ask = guardedFetch(ctx)
  type Init = { method: string; headers: Record<string, string>; body?: URLSearchParams | undefined }
  return {
    [oauth.customFetch]: (to: string, { method, headers, body }: Init) =>
      ask(to, { method, headers, ...(body && { body }) }),
    [oauth.allowInsecureRequests]: isTrusted(address, ctx.settings),
  }
}
