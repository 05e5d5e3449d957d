import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { insertActivity } from '../activity-entries.ts'
import { isHeldBy, logTurnedOff, turnOffHeld } from '../applets/left-applets.ts'
import { noteRevocations } from '../grant-revocations.ts'
import { runNamed, type Statement } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { enablements } from '../schema/applets.ts'
import { connected_accounts } from '../schema/connections.ts'
import type { Owner } from './passwords.ts'
import { insertSecurityEvent } from './security-events.ts'
import { USER_TABLES } from './user-tables.ts'

/** The access that ends outside of D1: grants at services, and runs. */
export type PreparedAccess = { account_ids: string[]; applet_ids: number[] }

export async function readPreparedAccess({ db }: DbCtx, user_id: string): Promise<PreparedAccess> {
  const { accounts, held } = await runNamed(db, {
    accounts: db
      .select({ id: connected_accounts.id })
      .from(connected_accounts)
      .where(eq(connected_accounts.user_id, user_id)),
    held: db.select({ applet_id: enablements.applet_id }).from(enablements).where(isHeldBy(user_id)),
  })
  return { account_ids: accounts.map(({ id }) => id), applet_ids: held.map(({ applet_id }) => applet_id) }
}

/**
 * The statements that drop what was prepared (`first_verification` of USER_TABLES), for the batch of the reset, before the
 * address counts as verified. None does anything unless `owner` still has the password and an address that nobody has
 * verified: until this reset, somebody else may have joined with it.
 */
export function dropPreparedAccess(ctx: Ctx, owner: Owner): Statement[] {
  const { db } = ctx
  const user_id = owner.id
  const unverified = sql`exists (select 1 from ${users} u where u.id = ${user_id} and u.email_verified_at is null
    and u.password_hash is ${owner.password_hash})`
  const dropped = Object.values(USER_TABLES).filter((each) => each.first_verification === 'dropped')
  return [
    insertSecurityEvent(
      ctx,
      { kind: 'access_dropped', user_id, session_id: null },
      and(unverified, hasAccess(user_id)),
    ),
    logDisconnected(ctx, and(eq(connected_accounts.user_id, user_id), unverified)),
    logTurnedOff(ctx, user_id, unverified),
    ...turnOffHeld(ctx, user_id, unverified),
    noteRevocations(ctx, and(eq(connected_accounts.user_id, user_id), unverified), {
      undone: ctx.accountParts.connections.modulesToUndo,
    }),
    ...dropped.map(({ table, isTheirs }) => db.delete(table).where(and(isTheirs(user_id), unverified))),
    db
      .update(users)
      .set({ maker_key_hash: null, maker_key_sealed: null, second_factor_at: null, earlier_work_until: ctx.now() })
      .where(and(eq(users.id, user_id), unverified)),
  ]
}

function hasAccess(user_id: string): SQL {
  return sql`(exists (select 1 from ${connected_accounts} c where c.user_id = ${user_id})
    or exists (select 1 from ${enablements} e where e.user_id = ${user_id} and e.status = 'enabled'))`
}

function logDisconnected(ctx: DbCtx & ClockCtx, which: SQL | undefined): Statement {
  const { user_id, module_name, account_name } = connected_accounts
  const entry = {
    id: sql`'act_' || lower(hex(randomblob(16)))`,
    kind: 'service_disconnected' as const,
    user_id,
    applet_id: null,
    detail: sql`json_object('module_name', ${module_name}, 'account_name', ${account_name})`,
  }
  return insertActivity(ctx, entry, { from: connected_accounts, where: which })
}
