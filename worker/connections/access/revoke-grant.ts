import { and, asc, eq, exists, lte, notExists, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { MINUTE } from '../../contract/shared/durations.ts'
import { connected_accounts, grant_revocations, services, type ServiceRow } from '../../db/schema/connections.ts'
import { FIRST_TRY } from '../../db/connections/grant-revocations.ts'
import { log } from '../../system/log/log.ts'
import { accountOwner, decryptToken, encryptToken } from '../../system/secrets/token-encryption.ts'
import { accountIo, readCredentials } from '../../engine/steps/account-io.ts'
import { findService, serviceAddress } from '../../services/operator/known-services.ts'
import { allServices } from '../../services/service-registry.ts'
import { findOAuthClient, operatorClient } from '../oauth/find-client.ts'
import { revokeToken } from '../oauth/oauth-client.ts'
import { readSignIn } from '../oauth/sign-in-tokens.ts'
import { lookupIo } from '../pasted-values/lookup-io.ts'

/** The waits between tries double from here: the tenth and last one comes after five days. */
const AGAIN = 15 * MINUTE
const TRIES = 10
/** Each may take a service as long as it takes. */
const GRANTS_AT_ONCE = 10

/** Services where something has to be undone in their own way. */
export const modulesToUndo = allServices.filter(({ disconnect }) => disconnect).map(({ module_name }) => module_name)

type Unstored = { user_id: string; service: ServiceRow; account_id: string; token: string; server: string | null }

/** Notes a grant that a service gave for an account that is not stored here. Returns the id for `revokeGrants`. */
export async function noteUnstoredGrant(ctx: Ctx, { service, token, server, ...whose }: Unstored): Promise<string[]> {
  if (service.revoke_url === null && !modulesToUndo.includes(service.module_name)) return []
  const account = { ...whose, module_name: service.module_name }
  const id = ctx.id('con')
  const now = ctx.now()
  await ctx.db.insert(grant_revocations).values({
    ...account,
    id,
    token: await encryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), token),
    server,
    created_at: now,
    next_at: now + FIRST_TRY,
  })
  return [id]
}

/** After that batch: revokes the grants of these accounts, one after the other. Never throws: the schedule tries again. */
export async function revokeGrants(ctx: Ctx, account_ids: readonly string[]): Promise<void> {
  for (const id of account_ids) await revokeGrant(ctx, id)
}

/** The schedule's task: tries again what was to be revoked by `before` (ms). Returns whether more is left. */
export async function revokeDueGrants(ctx: Ctx, before: number): Promise<boolean> {
  const { id, next_at } = grant_revocations
  const due = await ctx.db
    .select({ id })
    .from(grant_revocations)
    .where(lte(next_at, before))
    .orderBy(asc(next_at))
    .limit(GRANTS_AT_ONCE)
  await revokeGrants(
    ctx,
    due.map((row) => row.id),
  )
  return due.length === GRANTS_AT_ONCE
}

/** One try (RFC 7009 §2.1). The row goes if it works, and after the last one. */
async function revokeGrant(ctx: Ctx, id: string): Promise<void> {
  try {
    const taken = await takeTry(ctx, id)
    if (!taken) return
    const isDone = await isRevoked(ctx, taken)
    if (!isDone && taken.attempts < TRIES) return
    if (!isDone) log('error', 'grant_not_revoked', { module_name: taken.module_name })
    await ctx.db.delete(grant_revocations).where(eq(grant_revocations.id, id))
  } catch (error) {
    log('error', 'revocation_not_tried', { message: String(error) })
  }
}

type Revocation = typeof grant_revocations.$inferSelect

/**
 * Counts a try before it is made: one that dies is not repeated at once. An account that its user has connected again
 * keeps its grant, because some services end all grants of an account together.
 */
async function takeTry({ db, now }: Ctx, id: string): Promise<Revocation | undefined> {
  const { attempts, user_id, module_name, account_id } = grant_revocations
  const isIt = eq(grant_revocations.id, id)
  const again = db
    .select({ id: connected_accounts.id })
    .from(connected_accounts)
    .where(
      and(
        eq(connected_accounts.user_id, user_id),
        eq(connected_accounts.module_name, module_name),
        eq(connected_accounts.account_id, account_id),
      ),
    )
  const [[taken]] = await db.batch([
    db
      .update(grant_revocations)
      .set({ attempts: sql`${attempts} + 1`, next_at: sql`${now()} + ${AGAIN} * (1 << ${attempts})` })
      .where(and(isIt, notExists(again)))
      .returning(),
    db.delete(grant_revocations).where(and(isIt, exists(again))),
  ])
  return taken
}

async function isRevoked(ctx: Ctx, row: Revocation): Promise<boolean> {
  const { module_name, attempts } = row
  try {
    const [service] = await ctx.db.select().from(services).where(eq(services.module_name, module_name))
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
