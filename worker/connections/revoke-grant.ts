import type { Ctx } from '../context/context.ts'
import { log } from '../log/log.ts'
import { oauthClientFor, revokeToken } from './oauth-client.ts'
import type { ServiceRow } from '../db/schema/connections.ts'

/** Revokes a grant at the service (RFC 7009 §2.1). Our copy is already deleted, so a failure is only logged. */
export async function revokeGrant(ctx: Ctx, service: ServiceRow, token: () => Promise<string>): Promise<void> {
  try {
    const client = service.connect_kind === 'oauth2' ? oauthClientFor(ctx.settings, service) : null
    if (client) await revokeToken(ctx, client, await token())
  } catch (error) {
    log('warn', 'revocation_failed', { module_name: service.module_name, message: String(error) })
  }
}
