import { and, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { CLOSED_REPORTS_KEPT, STRIPE_EVENTS_KEPT, UNUSED_CLIENTS_KEPT } from '../../contract/limits.ts'
import type { Ctx } from '../../system/context/context.ts'
import { rate_limits, sessionEnd, sessions, used_links } from '../schema/accounts.ts'
import { connected_accounts, grant_revocations, oauth_clients } from '../schema/connections.ts'
import { applet_reports } from '../schema/moderation.ts'
import { oidc_states } from '../schema/oidc.ts'
import { push_subscriptions } from '../schema/push.ts'
import { stripe_events } from '../schema/stripe-events.ts'
import type { Expiry, Times } from '../users/user-table.ts'
import { USER_TABLES } from '../users/user-tables.ts'

/** How many rows one statement deletes: D1 answers nobody else meanwhile. */
export const ROWS_AT_ONCE = 2000
/**
 * Deletes the first rows of each table that have expired: counters, past days, used links, ended sessions, unfinished
 * sign-ins, old activity. Returns whether more may be left.
 */
export async function deleteExpiredRows(ctx: Pick<Ctx, 'db' | 'now' | 'realNow'>): Promise<boolean> {
  const { db } = ctx
  const now = ctx.now()
  const realNow = ctx.realNow()
  const revoked = sql`(select ${sessions.id} from ${sessions} where ${lt(sessions.revoked_at, realNow)}
    order by ${sessions.revoked_at} limit ${ROWS_AT_ONCE})`
  const used_at = oauth_clients.updated_at
  const unused = now - UNUSED_CLIENTS_KEPT
  const deleted = await db.batch([
    db.delete(rate_limits).where(firstOf(rate_limits, rate_limits.resets_at, now)),
    db.delete(used_links).where(firstOf(used_links, used_links.expires_at, now)),
    db.delete(oidc_states).where(firstOf(oidc_states, oidc_states.expires_at, realNow)),
    db
      .delete(stripe_events)
      .where(
        firstOf(
          stripe_events,
          stripe_events.received_at,
          now - STRIPE_EVENTS_KEPT,
          sql`${stripe_events.processed_at} is not null`,
        ),
      ),
    db
      .delete(applet_reports)
      .where(
        firstOf(
          applet_reports,
          applet_reports.closed_at,
          now - CLOSED_REPORTS_KEPT,
          sql`${applet_reports.closed_at} is not null`,
        ),
      ),
    // Those that are used are looked at again when this time has passed once more.
    db
      .update(oauth_clients)
      .set({ updated_at: now })
      .where(firstOf(oauth_clients, used_at, unused, isClientUsed)),
    db.delete(oauth_clients).where(firstOf(oauth_clients, used_at, unused, sql`not ${isClientUsed}`)),
    // Before their sessions: a browser whose session was ended must not be notified again.
    db.delete(push_subscriptions).where(inArray(push_subscriptions.session_id, revoked)),
    db.delete(sessions).where(inArray(sessions.id, revoked)),
    db.delete(sessions).where(firstOf(sessions, sessionEnd(sessions), realNow)),
    ...Object.values(USER_TABLES).flatMap(({ table, expiry }) =>
      expiry ? [db.delete(table).where(expiredRows(table, expiry, { now, realNow }))] : [],
    ),
  ])
  return deleted.some(({ meta }) => meta.changes >= ROWS_AT_ONCE)
}

/** Somebody's account is at this server, or a grant of theirs is still to be revoked there. */
const isClientUsed = sql`(${isAtServer(connected_accounts)} or ${isAtServer(grant_revocations)})`

function isAtServer(table: typeof connected_accounts | typeof grant_revocations): SQL {
  const { module_name, server } = oauth_clients
  return sql`exists (select 1 from ${table} where ${table.server} = ${server} and ${table.module_name} = ${module_name})`
}

/** The first rows by an index of this time, of those before `end`. `which`: the condition of a partial index. */
function firstOf(table: SQLiteTable, time: SQL | SQLiteColumn, end: number | string, which = sql`true`): SQL {
  return sql`rowid in (select rowid from ${table} where ${time} < ${end} and ${which} order by ${time} limit ${ROWS_AT_ONCE})`
}

function expiredRows(table: SQLiteTable, { time, end, inOrder, which }: Expiry, times: Times): SQL | undefined {
  const before = end(times)
  return inOrder ? oldestOf(table, time, before) : firstOf(table, time, before, which)
}

/** The first rows of a log, of those before `end`. Rows come in order, so no log needs an index by time. */
function oldestOf(log: SQLiteTable, time: SQLiteColumn, end: number | string): SQL | undefined {
  const first = sql`select ${time} from ${log} order by rowid limit 1`
  const most = sql`case when (${first}) < ${end} then ${ROWS_AT_ONCE} else 0 end`
  return and(sql`rowid in (select rowid from ${log} order by rowid limit ${most})`, lt(time, end))
}
