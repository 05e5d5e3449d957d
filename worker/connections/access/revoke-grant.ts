import type { Ctx } from '../../system/context/context.ts'
import {
  deleteRevocation,
  GRANTS_AT_ONCE,
  insertRevocation,
  readDueRevocations,
  takeRevocation,
  type Revocation,
} from '../../db/grant-revocations.ts'
import { readServiceRow, type ServiceRow } from '../../db/services/service-catalog.ts'
import { log } from '../../system/log/log.ts'
import { accountOwner, decryptToken, encryptToken } from '../../system/secrets/token-encryption.ts'
import { accountIo, readCredentials } from '../../engine/steps/account-io.ts'
import { findService, serviceAddress } from '../../services/known-services.ts'
import { servicesInCode } from '../../services/services-in-code.ts'
import { findOAuthClient, operatorClient } from '../oauth/find-client.ts'
import { revokeToken, type Tokens } from '../oauth/oauth-client.ts'
import { readSignIn } from '../oauth/sign-in-tokens.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'

/** The last one comes after five days. */
const TRIES = 10

/** Services where something has to be undone in their own way. */
export const modulesToUndo = servicesInCode.filter(({ code }) => code?.disconnect).map(({ id }) => id)

type Unstored = { user_id: string; service: ServiceRow; account_id: string; tokens: Tokens; server: string | null }

/** Notes a grant that a service gave for an account that is not stored here. Returns the id for `revokeGrants`. */
export async function noteUnstoredGrant(ctx: Ctx, { service, tokens, server, ...whose }: Unstored): Promise<string[]> {
  const ownWay = modulesToUndo.includes(service.module_name)
  if (service.revoke_url === null && !ownWay) return []
  const token = (ownWay ? null : tokens.refresh_token) ?? tokens.access_token
  const account = { ...whose, module_name: service.module_name }
  const id = ctx.id('con')
  const sealed = await encryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), token)
  await insertRevocation(ctx, { ...account, id, token: sealed, server })
  return [id]
}

/** After that batch: revokes the grants of these accounts, one after the other. Never throws: the schedule tries again. */
export async function revokeGrants(ctx: Ctx, account_ids: readonly string[]): Promise<void> {
  for (const id of account_ids) await revokeGrant(ctx, id)
}

/** The schedule's task: tries again what was to be revoked by `before` (ms). Returns whether more is left. */
export async function revokeDueGrants(ctx: Ctx, before: number): Promise<boolean> {
  const due = await readDueRevocations(ctx, before)
  await revokeGrants(ctx, due)
  return due.length === GRANTS_AT_ONCE
}

/** One try (RFC 7009 §2.1). The row goes if it works, and after the last one. */
async function revokeGrant(ctx: Ctx, id: string): Promise<void> {
  try {
    const taken = await takeRevocation(ctx, id)
    if (!taken) return
    const isDone = await isRevoked(ctx, taken)
    if (!isDone && taken.attempts < TRIES) return
    if (!isDone) log('warn', 'grant_not_revoked', { module_name: taken.module_name })
    await deleteRevocation(ctx, id)
  } catch (error) {
    log('error', 'revocation_not_tried', { message: String(error) })
  }
}

async function isRevoked(ctx: Ctx, row: Revocation): Promise<boolean> {
  const { module_name, attempts } = row
  try {
    const service = await readServiceRow(ctx, module_name)
    if (!service) return true
    const opened = await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(row), row.token)
    if (modulesToUndo.includes(module_name)) return await isUndone(ctx, row, opened)
    if (service.connect_kind !== 'oauth2') return true
    const signIn = readSignIn(module_name, opened)
    // An operator who gave up a service has nothing to revoke with.
    const client = signIn && (await findOAuthClient(ctx, service, signIn.server))
    if (client) await revokeToken(ctx, client, signIn.token)
    return true
  } catch (error) {
    log('warn', 'revocation_failed', { module_name, attempts, message: String(error) })
    return false
  }
}

/** Whether what our use of an account set up at its service is undone. */
async function isUndone(ctx: Ctx, { module_name, attempts }: Revocation, token: string): Promise<boolean> {
  const service = findService(module_name)
  if (!service?.disconnect) return true
  const ports = lookupIo(ctx, module_name, serviceAddress(module_name, ctx.settings.SERVICE_ADDRESSES))
  const client = readSignIn(module_name, token) && operatorClient(ctx, module_name)
  const undone = await service.disconnect(accountIo(ports, service, readCredentials(token)), client)
  if (!undone.ok) log('warn', 'revocation_failed', { module_name, attempts, message: undone.problem.failure })
  return undone.ok
}
