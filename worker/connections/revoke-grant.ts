import { eq } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { log } from '../log/log.ts'
import { accountIo, readCredentials } from '../runner-api/account-io.ts'
import { findService, serviceAddress } from '../services/service-registry.ts'
import { oauthClientFor, revokeToken } from './oauth-client.ts'
import { lookupIo } from './pasted-values/lookup-io.ts'
import { services, type AccountRow, type ServiceRow } from '../db/schema/connections.ts'
import { accountOwner, decryptToken } from '../secrets/token-encryption.ts'

/**
 * Revokes a grant at the service (RFC 7009 §2.1), or undoes what was set up there for a pasted token. Our copy is already
 * deleted, so a failure is only logged.
 */
export async function revokeGrant(ctx: Ctx, service: ServiceRow, token: () => Promise<string>): Promise<void> {
  const { module_name } = service
  try {
    switch (service.connect_kind) {
      case 'none':
        return
      case 'key':
        return await undoAtService(ctx, module_name, token)
      case 'oauth2': {
        const client = oauthClientFor(ctx.settings, service)
        if (client) await revokeToken(ctx, client, await token())
      }
    }
  } catch (error) {
    log('warn', 'revocation_failed', { module_name, message: String(error) })
  }
}

async function undoAtService(ctx: Ctx, module_name: string, token: () => Promise<string>): Promise<void> {
  const service = findService(module_name)
  if (!service?.disconnect) return
  const ports = lookupIo(ctx, module_name, serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES))
  const undone = await service.disconnect(accountIo(ports, service, readCredentials(await token())))
  if (!undone.ok) log('warn', 'revocation_failed', { module_name, message: undone.problem.failure })
}

/** Revokes the grant of an account whose row is deleted. */
export async function revokeAccountGrant(ctx: Ctx, account: AccountRow): Promise<void> {
  const [service] = await ctx.db.select().from(services).where(eq(services.module_name, account.module_name))
  const sealed = account.refresh_token ?? account.access_token
  if (service)
    await revokeGrant(ctx, service, () => decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), sealed))
}
