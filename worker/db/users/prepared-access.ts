import { and, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { insertActivity } from '../activity-entries.ts'
import { noteRevocations } from '../grant-revocations.ts'
import { runNamed, type Statement } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { applets, enablements } from '../schema/applets.ts'
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
  const held = and(isHeldBy(user_id), unverified)
  const enabled = and(eq(enablements.user_id, user_id), eq(enablements.status, 'enabled'), unverified)
  const dropped = Object.values(USER_TABLES).filter((each) => each.first_verification === 'dropped')
  return [
    insertSecurityEvent(
      ctx,
      { kind: 'access_dropped', user_id, session_id: null },
      and(unverified, hasAccess(user_id)),
    ),
    logChanges(ctx, 'service_disconnected', and(eq(connected_accounts.user_id, user_id), unverified)),
    logChanges(ctx, 'disabled', enabled),
    db
      .update(applets)
      .set({ enabled_count: sql`${applets.enabled_count} - 1` })
      .where(inArray(applets.id, db.select({ id: enablements.applet_id }).from(enablements).where(enabled))),
    db
      .update(enablements)
      .set({
        status: 'disabled',
        paused_at: null,
        hook_key_hash: null,
        hook_key_sealed: null,
        mail_key_hash: null,
        mail_key_sealed: null,
        updated_at: ctx.now(),
      })
      .where(held),
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

/** Whether an Applet runs, would run again with another plan, or has an address to start it. */
function isHeldBy(user_id: string): SQL | undefined {
  const { status, paused_at, hook_key_hash, mail_key_hash } = enablements
  return and(
    eq(enablements.user_id, user_id),
    or(eq(status, 'enabled'), isNotNull(paused_at), isNotNull(hook_key_hash), isNotNull(mail_key_hash)),
  )
}

function hasAccess(user_id: string): SQL {
  return sql`(exists (select 1 from ${connected_accounts} c where c.user_id = ${user_id})
    or exists (select 1 from ${enablements} e where e.user_id = ${user_id} and e.status = 'enabled'))`
}

function logChanges(ctx: DbCtx & ClockCtx, kind: 'service_disconnected' | 'disabled', which: SQL | undefined) {
  const table = kind === 'disabled' ? enablements : connected_accounts
  const { module_name, account_name } = connected_accounts
  const entry = {
    id: sql`'act_' || lower(hex(randomblob(16)))`,
    kind,
    user_id: table.user_id,
    applet_id: kind === 'disabled' ? enablements.applet_id : null,
    detail: kind === 'disabled' ? {} : sql`json_object('module_name', ${module_name}, 'account_name', ${account_name})`,
  }
  return insertActivity(ctx, entry, { from: table, where: which })
}
