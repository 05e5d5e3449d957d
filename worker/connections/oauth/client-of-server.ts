import * as oauth from 'oauth4webapi'
import type { RunnerCtx } from '../../system/context/context.ts'
import { SENTENCES } from '../../contract/errors.ts'
import {
  readServerClientRow,
  upsertServerClient,
  type ServerClientRow,
  type ServerEndpoints,
} from '../../db/connections/server-clients.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { OAuthCredentials } from '../../system/secrets/sealed-client.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { openServerClient, sealServerClient } from '../../system/secrets/sealed-client.ts'
import { SERVER } from '../../services/format/connect-values.ts'
import type { NewClient, OAuthServers } from '../../services/format/connect-code.ts'
import type { OAuthConnect } from '../../services/format/service-definition.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'
import { isClientKnown, toAuthorizationServer, type OAuthClient } from './oauth-client.ts'
import { readServerEndpoints } from './server-endpoints.ts'

/** A service at many servers, and one of them. `name`: the service's. */
export type AtServer = {
  module_name: string
  name: string
  connect: OAuthConnect
  servers: OAuthServers
  server: string
}

/** Our client at this server; null if nobody has connected there before. */
export async function readServerClient(ctx: RunnerCtx, at: AtServer): Promise<OAuthClient | null> {
  const row = await readServerClientRow(ctx, at)
  return row && openClient(ctx, row)
}

/**
 * Our client at this server, registered there if it is the first time, if the server has forgotten it, or if what it was
 * registered with has changed. Throws `service_unreachable` (502), and `invalid_input` on `server` if it refuses us.
 */
export async function registeredServerClient(ctx: RunnerCtx, at: AtServer): Promise<OAuthClient> {
  const { module_name, server, connect } = at
  const { PRODUCT_NAME, SITE_ORIGIN } = ctx.settings
  const redirect_uri = `${SITE_ORIGIN}/api/connections/callback/${module_name}/${await serverKey(server)}`
  const wanted = { redirect_uri, scopes: connect.scopes }
  const [row, endpoints] = await Promise.all([readServerClientRow(ctx, at), readServerEndpoints(ctx, server, connect)])
  const isSame = row?.redirect_uri === redirect_uri && row.scopes === wanted.scopes
  const kept = row && isSame && (await isUsable(ctx, { ...row, endpoints })) ? row.client : null
  const client = kept ?? (await register(ctx, at, { name: PRODUCT_NAME, website: SITE_ORIGIN, ...wanted }))
  const stored = await upsertServerClient(ctx, { module_name, server, client, ...wanted, endpoints }, row)
  if (!stored) throw new AppError('internal', { cause: new Error('The client was not stored.') })
  return openClient(ctx, stored)
}

async function openClient(ctx: RunnerCtx, row: ServerClientRow): Promise<OAuthClient> {
  return toClient(row, await openServerClient(ctx.settings.TOKEN_KEYS, row))
}

/** A server's name in the address where it sends people back, so that none can send us the codes of another (RFC 9700 §4.4.2). */
export async function serverKey(server: string): Promise<string> {
  return (await sha256(server)).slice(0, 22)
}

/** A client whose key is gone is one that we do not have. */
async function isUsable(ctx: RunnerCtx, row: ServerClientRow): Promise<boolean> {
  const client = await openServerClient(ctx.settings.TOKEN_KEYS, row).catch(() => null)
  return client !== null && isClientKnown(ctx, toClient(row, client))
}

async function register(
  ctx: RunnerCtx,
  { module_name, name, servers, server }: AtServer,
  app: NewClient,
): Promise<string> {
  const io = { ...lookupIo(ctx, module_name, server), token: null, credentials: { [SERVER]: server } }
  const registered = await servers.register(app, io)
  if (registered.ok) return sealServerClient(ctx.settings.TOKEN_KEYS, { module_name, server }, registered.value)
  const { failure } = registered.problem
  if (['busy', 'transport', 'timeout', 'server'].includes(failure))
    throw new AppError('service_unreachable', { cause: new Error(failure) })
  throw new AppError('invalid_input', { attribute: SERVER, message: SENTENCES.not_a_server_of(name) })
}

type Registered = { endpoints: ServerEndpoints; redirect_uri: string; scopes: string }

function toClient({ endpoints, redirect_uri, scopes }: Registered, client: OAuthCredentials): OAuthClient {
  return {
    as: toAuthorizationServer(endpoints),
    client: { client_id: client.client_id },
    auth: oauth.ClientSecretPost(client.client_secret),
    redirectUri: redirect_uri,
    scopes,
    has_pkce: endpoints.has_pkce,
    is_ifttt: false,
  }
}
