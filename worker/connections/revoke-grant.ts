import type { Ctx } from '../context/context.ts'
import { log } from '../log/log.ts'
import { oauthClientFor, revokeToken } from './oauth-client.ts'
import type { ServiceRow } from '../db/schema/connections.ts'

/** Ends a grant at the service, by the token that ends it whole (RFC 7009 §2.1). We have forgotten it: a failure is only logged. */
export async function revokeGrant(ctx: Ctx, service: ServiceRow, token: () => Promise<string>): Promise<void> {
  try {
    const client = service.connect_kind === 'oauth2' ? oauthClientFor(ctx.settings, service) : null
    if (client) await revokeToken(ctx, client, await token())
  } catch (error) {
    log('warn', 'revocation_failed', { module_name: service.module_name, message: String(error) })
  }
}
