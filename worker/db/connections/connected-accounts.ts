import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ConnectionEvent } from '../../contract/activity/activity-entry.ts'
import { tierConnects } from '../../contract/enablement/enablement-rules.ts'
import type { ClockCtx, DbCtx, RunnerCtx } from '../../system/context/context.ts'
import { insertActivity } from '../activity-entries.ts'
import { hasTierThat } from '../billing/plan-conditions.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { noteRevocations } from '../grant-revocations.ts'
import { insertRow } from '../insert-row.ts'
import { endLease, takeLease } from '../lease.ts'
import { activity_log } from '../schema/applets.ts'
import { subscriptions } from '../schema/billing.ts'
import { connected_accounts, services, type AccountRow, type ServiceRow } from '../schema/connections.ts'

export type { AccountRow } from '../schema/connections.ts'

/** Whose account it is, at which service. `account_id`: the service's own. */
type AccountKey = Pick<AccountRow, 'user_id' | 'module_name' | 'account_id'>
/** The columns that hold its tokens, sealed. */
export type SealedTokens = Pick<AccountRow, 'access_token' | 'refresh_token' | 'expires_at' | 'scopes'>

export async function readAccount({ db }: DbCtx, id: string): Promise<AccountRow | null> {
  const [row] = await db.select().from(connected_accounts).where(eq(connected_accounts.id, id))
  return row ?? null
}

type OwnAccount = Pick<AccountRow, 'id' | 'user_id'>

export async function readOwnAccount({ db }: DbCtx, own: OwnAccount): Promise<AccountRow | null> {
  const [row] = await db.select().from(connected_accounts).where(isOwn(own))
  return row ?? null
}

function isOwn({ id, user_id }: OwnAccount) {
  return and(eq(connected_accounts.id, id), eq(connected_accounts.user_id, user_id))
}

type Wanted = { user_id: string; modules: string[]; id: string | undefined }

/** The named account at one of these services, else the user's first working one, else the first. */
export async function readAccountFor({ db }: DbCtx, { user_id, modules, id }: Wanted): Promise<AccountRow | null> {
  const table = connected_accounts
  const isNamed = id === undefined ? undefined : eq(table.id, id)
  const [account] = await db
    .select()
    .from(table)
    .where(and(eq(table.user_id, user_id), inArray(table.module_name, modules), isNamed))
    .orderBy(desc(table.status), asc(table.created_at), asc(table.id))
    .limit(1)
  return account ?? null
}

/** The account that a step's slot means, in the order of connecting; null where there are fewer. */
export async function readAccountAt(
  { db }: DbCtx,
  { user_id, module_name, account_slot }: { user_id: string; module_name: string; account_slot: number },
): Promise<AccountRow | null> {
  const table = connected_accounts
  const [account] = await db
    .select()
    .from(table)
    .where(and(eq(table.user_id, user_id), eq(table.module_name, module_name)))
    .orderBy(asc(table.created_at), asc(table.id))
    .limit(1)
    .offset(account_slot)
  return account ?? null
}

/** How many accounts a user has at a service, by its module name, and how many of them work. */
type AccountCounts = { held: ReadonlyMap<string, number>; working: ReadonlyMap<string, number> }

/** The server's state decides, not the page's (§4.10). Asks nothing for no service. */
export async function countAccounts({ db }: DbCtx, of_user: string, names: readonly string[]): Promise<AccountCounts> {
  if (names.length === 0) return { held: new Map(), working: new Map() }
  const { user_id, status, module_name } = connected_accounts
  const rows = await db
    .select({ module_name, held: count(), working: sql<number>`sum(${status} = 'connected')` })
    .from(connected_accounts)
    .where(and(eq(user_id, of_user), inArray(module_name, [...new Set(names)])))
    .groupBy(module_name)
  return {
    held: new Map(rows.map((row) => [row.module_name, row.held])),
    working: new Map(rows.map((row) => [row.module_name, row.working])),
  }
}

type NewAccount = SealedTokens & Pick<AccountRow, 'account_name' | 'server'>

/**
 * Saves an account and logs it, unless the tier does not allow it at the moment of writing, so that only one of two
 * concurrent requests succeeds. One that is connected again keeps its id and is repaired. `account`: null for a refused
 * one. `before`: the user's accounts at the service until now, and their subscriptions.
 */
export async function upsertAccount(ctx: RunnerCtx, key: AccountKey, service: ServiceRow, given: NewAccount) {
  const { db } = ctx
  const { user_id, module_name } = key
  const kind: ConnectionEvent = 'service_connected'
  const marker = ctx.id('act')
  const {
    subscriptions: held,
    before,
    stored,
  } = await runNamed(db, {
    subscriptions: decoded(
      db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id)),
      getTableColumns(subscriptions),
    ),
    before: db
      .select({ account_id: connected_accounts.account_id, status: connected_accounts.status })
      .from(connected_accounts)
      .where(and(eq(connected_accounts.user_id, user_id), eq(connected_accounts.module_name, module_name))),
    logged: insertActivity(
      ctx,
      { id: marker, kind, user_id, applet_id: null, detail: { marker, module_name, account_name: given.account_name } },
      { from: services, where: and(eq(services.module_name, module_name), isAllowed(ctx, key, service)) },
    ),
    stored: upsertLogged(ctx, key, given, marker),
  })
  return { account: stored[0] ?? null, before, subscriptions: held }
}

/**
 * `tierConnects` in SQL, checked at the moment of writing. An existing account may always be connected again, which
 * repairs it.
 */
function isAllowed(ctx: ClockCtx, { user_id, account_id }: AccountKey, { module_name, minimum_tier }: ServiceRow) {
  const own = sql`select 1 from ${connected_accounts} a where a.user_id = ${user_id} and a.module_name = ${module_name}`
  const mayHave = (accounts: number) => hasTierThat((tier) => tierConnects(tier, minimum_tier, accounts), user_id, ctx)
  return sql`(exists (${own} and a.account_id = ${account_id}) or ${mayHave(1)} or (${mayHave(0)} and not exists (${own})))`
}

/** As in `changeApplet`, the write depends on the log entry. */
function upsertLogged(ctx: RunnerCtx, key: AccountKey, given: NewAccount, marker: string) {
  const { user_id, module_name, account_id, version } = connected_accounts
  const changed = { ...given, status: 'connected' as const, previous_refresh_token: null, updated_at: ctx.now() }
  const row = { id: ctx.id('con'), ...key, ...changed, created_at: ctx.now() }
  return insertRow(ctx.db, connected_accounts, row, { from: activity_log, where: eq(activity_log.id, marker) })
    .onConflictDoUpdate({
      target: [user_id, module_name, account_id],
      set: { ...changed, refreshing_until: null, version: sql`${version} + 1` },
    })
    .returning()
}

/** Takes a working account for `ms` to refresh it, as it was read; null if it has changed or another call has it. */
export function takeRefresh(ctx: DbCtx & ClockCtx, account: AccountRow, ms: number): Promise<AccountRow | null> {
  const where = and(isUnchanged(account), eq(connected_accounts.status, 'connected'))
  return takeLease(ctx, connected_accounts, 'refreshing_until', { ms, where })
}

export function releaseRefresh(ctx: DbCtx, taken: AccountRow): Promise<void> {
  return endLease(ctx, connected_accounts, 'refreshing_until', taken, { refreshing_until: null })
}

/** Saves refreshed tokens. Null if the account was connected again: those tokens are newer and stay. */
export async function setTokens(
  { db, now }: DbCtx & ClockCtx,
  account: AccountRow,
  tokens: SealedTokens & Pick<AccountRow, 'previous_refresh_token'>,
): Promise<AccountRow | null> {
  const [row] = await db
    .update(connected_accounts)
    .set({ ...tokens, ...nextVersion(now()) })
    .where(isUnchanged(account))
    .returning()
  return row ?? null
}

/** Marks the account as broken and logs it. Returns false, changing nothing, if it was connected again first. */
export async function setBroken(ctx: RunnerCtx, account: AccountRow): Promise<boolean> {
  const { broken } = await runNamed(ctx.db, {
    logged: logAccountEvent(ctx, 'connection_broken', and(isOwn(account), isUnchanged(account))),
    broken: ctx.db
      .update(connected_accounts)
      .set({ status: 'broken', ...nextVersion(ctx.now()) })
      .where(and(isUnchanged(account), eq(connected_accounts.status, 'connected')))
      .returning({ id: connected_accounts.id }),
  })
  return broken.length > 0
}

function isUnchanged({ id, version }: AccountRow) {
  return and(eq(connected_accounts.id, id), eq(connected_accounts.version, version))
}

function nextVersion(now: number) {
  return { refreshing_until: null, version: sql`${connected_accounts.version} + 1`, updated_at: now }
}

/**
 * The statement that logs an account's event, for the batch that changes the account. Placed before the change and with
 * the change's own condition, it logs nothing if the change does not happen.
 */
function logAccountEvent(ctx: RunnerCtx, kind: ConnectionEvent, where: ReturnType<typeof and>) {
  const { user_id, module_name, account_name } = connected_accounts
  const detail = sql`json_object('module_name', ${module_name}, 'account_name', ${account_name})`
  const entry = { id: ctx.id('act'), kind, user_id, applet_id: null, detail }
  return insertActivity(ctx, entry, { from: connected_accounts, where })
}

/** The services where something has to be undone in their own way: grants there are noted, to be revoked. */
type Undone = { undone: readonly string[] }

/** Deletes a user's account, logs it and notes its grant. Returns false if the user has no such account. */
export async function deleteAccount(ctx: RunnerCtx, own: OwnAccount, { undone }: Undone): Promise<boolean> {
  const { deleted } = await runNamed(ctx.db, {
    logged: logAccountEvent(ctx, 'service_disconnected', isOwn(own)),
    noted: noteRevocations(ctx, isOwn(own), { undone }),
    deleted: ctx.db.delete(connected_accounts).where(isOwn(own)).returning({ id: connected_accounts.id }),
  })
  return deleted.length > 0
}

/** Deletes at most so many of a user's accounts and notes their grants. Returns their ids. */
export async function deleteAccounts(
  ctx: DbCtx & ClockCtx,
  user_id: string,
  { most, undone }: Undone & { most: number },
): Promise<string[]> {
  const { db } = ctx
  const accounts = await db
    .select({ id: connected_accounts.id })
    .from(connected_accounts)
    .where(eq(connected_accounts.user_id, user_id))
    .limit(most)
  const ids = accounts.map(({ id }) => id)
  const isOne = inArray(connected_accounts.id, ids)
  await runNamed(db, {
    noted: noteRevocations(ctx, isOne, { undone }),
    deleted: db.delete(connected_accounts).where(isOne),
  })
  return ids
}
