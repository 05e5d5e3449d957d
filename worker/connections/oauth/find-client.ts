import * as oauth from 'oauth4webapi'
import type { RunnerCtx } from '../../system/context/context.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import type { OAuthCredentials } from '../../system/secrets/sealed-client.ts'
import { serversOf } from '../../services/format/connect-values.ts'
import { loadServices, serviceFile } from '../../services/known-services.ts'
import { plainBasic } from './json-token-endpoint.ts'
import { toAuthorizationServer, type OAuthClient } from './oauth-client.ts'
import { readServerClient, type AtServer } from './client-of-server.ts'

/** The client that the operator has given for a service; null without one. */
export function operatorClient(
  { settings }: Pick<RunnerCtx, 'settings'>,
  module_name: string,
): OAuthCredentials | null {
  const { client_id, client_secret } = settings.SERVICE_CREDENTIALS[module_name] ?? {}
  return client_id && client_secret ? { client_id, client_secret } : null
}

/**
 * Our client at a service, or at one server of it: what the operator has given, or what the server gave us. Null without
 * one.
 */
export async function findOAuthClient(
  ctx: RunnerCtx,
  service: ServiceRow,
  server: string | null,
): Promise<OAuthClient | null> {
  await loadServices(ctx, [service.module_name])
  if (server !== null) {
    const at = atServer(service, server)
    return at && readServerClient(ctx, at)
  }
  const client = operatorClient(ctx, service.module_name)
  return client && toClient(ctx, service, client)
}

/** This server of the service; null for a service at one address. */
export function atServer({ module_name, name }: ServiceRow, server: string): AtServer | null {
  const file = serviceFile(module_name)
  const servers = serversOf(file)
  return file?.connect.kind === 'oauth2' && servers
    ? { module_name, name, server, connect: file.connect, servers }
    : null
}

function toClient({ settings }: RunnerCtx, service: ServiceRow, credentials: OAuthCredentials): OAuthClient | null {
  const { module_name, issuer, authorize_url, token_url, revoke_url, scopes } = service
  if (!issuer || !authorize_url || !token_url) return null
  const file = serviceFile(module_name)
  const is_ifttt = file?.transport === 'ifttt'
  const { authorize_params = {}, client_auth, token_request } = file?.connect.kind === 'oauth2' ? file.connect : {}
  const takes_json = token_request === 'json'
  return {
    as: toAuthorizationServer({ issuer, authorize_url, token_url, revoke_url }),
    client: { client_id: credentials.client_id },
    auth: clientAuth(takes_json ? 'plain' : is_ifttt ? 'post' : (client_auth ?? 'basic'), credentials.client_secret),
    redirectUri: `${settings.SITE_ORIGIN}/api/connections/callback/${module_name}`,
    scopes,
    has_pkce: !is_ifttt && !takes_json,
    is_ifttt,
    authorize_params,
    takes_json,
  }
}

function clientAuth(kind: 'basic' | 'post' | 'plain', secret: string): oauth.ClientAuth {
  switch (kind) {
    case 'basic':
      return oauth.ClientSecretBasic(secret)
    case 'post':
      return oauth.ClientSecretPost(secret)
    case 'plain':
      return plainBasic(secret)
  }
}
