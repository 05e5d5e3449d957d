import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { log } from '../log/log.ts'
import { brokenConnection, markBroken } from './mark-broken.ts'
import { isGrantRefused, oauthClientFor, refreshTokens, type Tokens } from './oauth-client.ts'
import { OUTBOUND_TIMEOUT } from '../outbound/guarded-fetch.ts'
import { renewSession, sessionOf } from './pasted-values/sessions.ts'
import { sealTokens } from './store-account.ts'
import { connected_accounts, services, type AccountRow } from '../db/schema/connections.ts'
import { accountOwner, decryptToken } from '../secrets/token-encryption.ts'

/** Longer than a request may take, so that a crash does not block others for long. */
const LEASE = OUTBOUND_TIMEOUT + 5000
const POLL_INTERVAL = 100

/**
 * Refreshes the account's tokens. Of several concurrent requests, one asks the service and the others use its result.
 * Throws `connection_broken` if the service refuses, `service_unreachable` if it does not answer.
 */
export async function refreshAccount(ctx: Ctx, account: AccountRow): Promise<AccountRow> {
  return (await takeLease(ctx, account)) ? refreshNow(ctx, account) : refreshedByAnother(ctx, account)
}

async function takeLease(ctx: Ctx, { id, version }: AccountRow): Promise<boolean> {
  const { refreshing_until, ...column } = connected_accounts
  const rows = await ctx.db
    .update(connected_accounts)
    .set({ refreshing_until: ctx.now() + LEASE })
    .where(
      and(
        eq(column.id, id),
        eq(column.version, version),
        eq(column.status, 'connected'),
        or(isNull(refreshing_until), lt(refreshing_until, ctx.now())),
      ),
    )
    .returning({ id: column.id })
  return rows.length > 0
}

async function refreshNow(ctx: Ctx, account: AccountRow): Promise<AccountRow> {
  try {
    const tokens = await askForTokens(ctx, account)
    return tokens ? await saveTokens(ctx, account, tokens) : await endConnection(ctx, account)
  } catch (error) {
    if (isGrantRefused(error)) return endConnection(ctx, account)
    await endLease(ctx, account)
    if (error instanceof AppError) throw error
    log('error', 'refresh_failed', { module_name: account.module_name, message: String(error) })
    throw new AppError('service_unreachable', { cause: error })
  }
}

/** A connection that was made again meanwhile works. Throws `connection_broken` where it was not. */
async function endConnection(ctx: Ctx, account: AccountRow): Promise<AccountRow> {
  if (await markBroken(ctx, account)) throw brokenConnection(account.module_name)
  return readAccount(ctx, account)
}

/** Null where the service no longer accepts what a session was opened with. */
async function askForTokens(ctx: Ctx, account: AccountRow): Promise<Tokens | null> {
  const session = sessionOf(account.module_name)
  if (session) return renewSession(ctx, session, account)
  const [service] = await ctx.db.select().from(services).where(eq(services.module_name, account.module_name))
  const client = service && oauthClientFor(ctx.settings, service)
  if (!client || account.refresh_token === null) throw new Error('The service is not set up.')
  const token = await decryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), account.refresh_token)
  const tokens = await refreshTokens(ctx, client, token)
  return { ...tokens, refresh_token: tokens.refresh_token ?? token, scopes: tokens.scopes ?? account.scopes }
}

/** Saves the tokens, unless the account was connected again: those tokens are newer and stay. */
async function saveTokens(ctx: Ctx, account: AccountRow, tokens: Tokens): Promise<AccountRow> {
  const { id, version } = connected_accounts
  const [row] = await ctx.db
    .update(connected_accounts)
    .set({
      ...(await sealTokens(ctx, account, tokens)),
      refreshing_until: null,
      version: sql`${version} + 1`,
      updated_at: ctx.now(),
    })
    .where(and(eq(id, account.id), eq(version, account.version)))
    .returning()
  return row ?? readAccount(ctx, account)
}

async function endLease(ctx: Ctx, account: AccountRow): Promise<void> {
  await ctx.db
    .update(connected_accounts)
    .set({ refreshing_until: null })
    .where(and(eq(connected_accounts.id, account.id), eq(connected_accounts.version, account.version)))
}

async function refreshedByAnother(ctx: Ctx, account: AccountRow): Promise<AccountRow> {
  for (let waited = 0; waited < LEASE; waited += POLL_INTERVAL) {
    const row = await readAccount(ctx, account)
    if (row.version !== account.version) return row
    if (row.refreshing_until === null) break
    await pause(POLL_INTERVAL)
  }
  throw new AppError('service_unreachable')
}

/** Reads the account again. Throws `connection_broken` if it is gone or broken. */
async function readAccount(ctx: Ctx, account: AccountRow): Promise<AccountRow> {
  const [row] = await ctx.db.select().from(connected_accounts).where(eq(connected_accounts.id, account.id))
  if (!row || row.status === 'broken') throw brokenConnection(account.module_name)
  return row
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
