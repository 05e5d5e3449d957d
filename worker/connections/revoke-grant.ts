import { eq } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { log } from '../log/log.ts'
import { oauthClientFor, revokeToken } from './oauth-client.ts'
import { services, type AccountRow, type ServiceRow } from '../db/schema/connections.ts'
import { accountOwner, decryptToken } from '../secrets/token-encryption.ts'

/** Revokes a grant at the service (RFC 7009 §2.1). Our copy is already deleted, so a failure is only logged. */
export async function revokeGrant(ctx: Ctx, service: ServiceRow, token: () => Promise<string>): Promise<void> {
  try {
    const client = service.connect_kind === 'oauth2' ? await oauthClientFor(ctx, service) : null
    if (client) await revokeToken(ctx, client, await token())
  } catch (error) {
    log('warn', 'revocation_failed', { module_name: service.module_name, message: String(error) })
  }
}

/** Revokes the grant of an account whose row is deleted. */
export async function revokeAccountGrant(ctx: Ctx, account: AccountRow): Promise<void> {
  const [service] = await ctx.db.select().from(services).where(eq(services.module_name, account.module_name))
  const sealed = account.refresh_token ?? account.access_token
  if (service)
    await revokeGrant(ctx, service, () => decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), sealed))
}
