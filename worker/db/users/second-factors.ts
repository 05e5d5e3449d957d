import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { RECOVERY_CODES } from '../../contract/accounts/second-factor.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { runNamed, type Statement } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { passkeys } from '../schema/passkeys.ts'
import { pending_sign_ins, recovery_codes, second_factor_recoveries } from '../schema/second-factors.ts'
import { security_events } from '../schema/security.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { revokeOthers } from './user-sessions.ts'

/** Replaces all codes of the event's user. Returns whether the second factor is on, and so whether it was recorded. */
export async function replaceCodes(
  ctx: Ctx,
  { set_id, code_hashes }: { set_id: string; code_hashes: readonly string[] },
  event: SecurityEvent,
): Promise<boolean> {
  const { db } = ctx
  const { user_id } = event
  const created_at = ctx.now()
  const { state } = await runNamed(db, {
    before: db.delete(recovery_codes).where(eq(recovery_codes.user_id, user_id)),
    codes: db
      .insert(recovery_codes)
      .values(code_hashes.map((code_hash) => ({ code_hash, user_id, set_id, created_at }))),
    event: insertSecurityEvent(ctx, event, isNotNull(users.second_factor_at)),
    state: db.select({ second_factor_at: users.second_factor_at }).from(users).where(eq(users.id, user_id)),
  })
  return state[0]?.second_factor_at != null
}

/** `on`: it was on before. `no_codes`: codes of this set were used or replaced. */
type TurnedOn = 'turned_on' | 'on' | 'no_passkey' | 'no_codes'

/**
 * Turns the second factor of the event's user on, if they have a passkey and all codes of the set, and ends all sessions
 * but the event's: a password alone may have begun them.
 */
export async function turnOn(
  ctx: Ctx,
  set_id: string,
  event: SecurityEvent & { session_id: string },
): Promise<TurnedOn> {
  const { db } = ctx
  const { user_id, session_id } = event
  const now = ctx.now()
  const kept = and(
    eq(recovery_codes.user_id, user_id),
    eq(recovery_codes.set_id, set_id),
    isNull(recovery_codes.used_at),
  )
  const hasPasskey = sql`exists (select 1 from ${passkeys} where ${eq(passkeys.user_id, user_id)})`
  const mayTurnOn = and(
    eq(users.id, user_id),
    isNull(users.second_factor_at),
    isNotNull(users.email_verified_at),
    sql`(select count(*) from ${recovery_codes} where ${kept}) = ${RECOVERY_CODES}`,
    hasPasskey,
  )
  const isOn = sql`exists (select 1 from ${users} where ${and(eq(users.id, user_id), isNotNull(users.second_factor_at))})`
  const { turned, state } = await runNamed(db, {
    event: insertSecurityEvent(ctx, event, mayTurnOn),
    turned: db
      .update(users)
      .set({ second_factor_at: now, updated_at: now })
      .where(mayTurnOn)
      .returning({ id: users.id }),
    others: revokeOthers(ctx, { id: session_id, user_id }, isOn),
    state: db
      .select({ second_factor_at: users.second_factor_at, has_passkey: sql<number>`${hasPasskey}`.as('has_passkey') })
      .from(users)
      .where(eq(users.id, user_id)),
  })
  if (turned.length > 0) return 'turned_on'
  if (state[0]?.second_factor_at) return 'on'
  return state[0]?.has_passkey ? 'no_codes' : 'no_passkey'
}

/** Turns it off for the event's user. Returns false if it was off. */
export async function turnOff(ctx: Ctx, event: SecurityEvent): Promise<boolean> {
  const { recorded } = await runNamed(ctx.db, {
    recorded: insertSecurityEvent(ctx, event, isNotNull(users.second_factor_at)).returning({ id: security_events.id }),
    off: turnOffStatements(ctx, event.user_id, sql`true`),
  })
  return recorded.length > 0
}

/** The statements that turn the second factor off where `when` holds. Passkeys stay, as ways to sign in. */
export function turnOffStatements({ db, ...ctx }: DbCtx & ClockCtx, user_id: string, when: SQL): Statement[] {
  const isOff = sql`exists (select 1 from ${users} u where u.id = ${user_id} and u.second_factor_at is null)`
  return [
    db
      .update(users)
      .set({ second_factor_at: null, updated_at: ctx.now() })
      .where(and(eq(users.id, user_id), when)),
    db.delete(recovery_codes).where(and(eq(recovery_codes.user_id, user_id), isOff)),
    db.delete(pending_sign_ins).where(and(eq(pending_sign_ins.user_id, user_id), isOff)),
    db.delete(second_factor_recoveries).where(and(eq(second_factor_recoveries.user_id, user_id), isOff)),
  ]
}
