import * as z from 'zod/mini'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { ServerEndpoints } from '../../db/connections/server-clients.ts'
import type { OAuthConnect } from '../../services/format/service-definition.ts'
import { guardedFetch } from '../../system/outbound/guarded-fetch.ts'

/** The paths of a service's file. */
type Paths = Pick<OAuthConnect, 'authorize_url' | 'token_url' | 'revoke_url'>

const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.optional(z.string()),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
})

/**
 * As the server's metadata says (RFC 8414); a server without any, or with addresses elsewhere, has them at the paths of
 * the service's file. Throws `service_unreachable` (502) if it does not answer.
 */
export async function readServerEndpoints(ctx: RunnerCtx, server: string, paths: Paths): Promise<ServerEndpoints> {
  const usual = {
    issuer: server,
    authorize_url: server + paths.authorize_url,
    token_url: server + paths.token_url,
    revoke_url: paths.revoke_url === undefined ? null : server + paths.revoke_url,
    has_pkce: false,
  }
  const headers = { accept: 'application/json' }
  const response = await guardedFetch(ctx)(`${server}/.well-known/oauth-authorization-server`, { headers })
  const read = metadata.safeParse(response.ok ? await response.json().catch(() => null) : null)
  if (!read.success) return usual
  const { issuer, authorization_endpoint, token_endpoint, revocation_endpoint = null } = read.data
  const named = [
    issuer,
    authorization_endpoint,
    token_endpoint,
    ...(revocation_endpoint === null ? [] : [revocation_endpoint]),
  ]
  if (!named.every((address) => isAt(server, address))) return usual
  return {
    issuer,
    authorize_url: authorization_endpoint,
    token_url: token_endpoint,
    revoke_url: revocation_endpoint ?? usual.revoke_url,
    has_pkce: read.data.code_challenge_methods_supported?.includes('S256') ?? false,
  }
}

function isAt(server: string, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(server).origin
}
