import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import type { Statement } from '../d1-batch.ts'
import { forgetTries } from '../rate-limit.ts'
import { users } from '../schema/accounts.ts'
import { pending_sign_ins, recovery_codes, type PendingOutcome } from '../schema/second-factors.ts'
import { insertIdentity } from './identities.ts'
import { setPasswordByLink } from './passwords.ts'
import { insertSecurityEvent } from './security-events.ts'
import { revokeOthers } from './user-sessions.ts'
import { followTimeZone, type UserRow } from './users.ts'

export type { PendingOutcome }

/** The sign-in that waits in a browser, with its user as D1 knows them now. */
export type PendingSignIn = {
  token_hash: string
  outcome: PendingOutcome
  expires_at: number
  user: Pick<
    UserRow,
    'id' | 'email' | 'login' | 'password_hash' | 'email_verified_at' | 'second_factor_at' | 'deletes_at'
  >
}

/** Null if it is too old or was used. `password_state`: of the password that it was begun with, for the caller to compare. */
export async function readPendingRow(
  { db, realNow }: Ctx,
  token_hash: string,
): Promise<(Omit<PendingSignIn, 'token_hash'> & { password_state: string }) | null> {
  const { id, email, login, password_hash, email_verified_at, second_factor_at, deletes_at } = users
  const { outcome, password_state, expires_at } = pending_sign_ins
  const [row] = await db
    .select({
      outcome,
      password_state,
      expires_at,
      user: { id, email, login, password_hash, email_verified_at, second_factor_at, deletes_at },
    })
    .from(pending_sign_ins)
    .innerJoin(users, eq(users.id, pending_sign_ins.user_id))
    .where(and(eq(pending_sign_ins.token_hash, token_hash), gt(expires_at, realNow())))
  return row ?? null
}

/** The condition that it still waits, for the batch that finishes it. */
export function isPending({ token_hash }: Pick<PendingSignIn, 'token_hash'>, now: number): SQL {
  const waits = and(eq(pending_sign_ins.token_hash, token_hash), gt(pending_sign_ins.expires_at, now))
  return sql`exists (select 1 from ${pending_sign_ins} where ${waits})`
}

/** A recovery code, and the buckets of the tries that a right one forgets. */
type Code = { code_hash: string; buckets: readonly string[] }

/** The second step of a sign-in, by a passkey or by a code. */
export type SecondStep = { pending: PendingSignIn; code: Code | null; timezone: string | null }

export async function isCodeUnused({ db }: DbCtx, code_hash: string): Promise<boolean> {
  const [known] = await db
    .select({ used_at: recovery_codes.used_at })
    .from(recovery_codes)
    .where(eq(recovery_codes.code_hash, code_hash))
  return known !== undefined && known.used_at === null
}

/** The condition of a second step's batch: it still waits, and its code was not used yet. */
export function mayFinish({ pending, code }: SecondStep, now: number): SQL {
  const waits = isPending(pending, now)
  if (code === null) return waits
  const isUnused = and(eq(recovery_codes.code_hash, code.code_hash), isNull(recovery_codes.used_at))
  return sql`(${waits} and exists (select 1 from ${recovery_codes} where ${isUnused}))`
}

/** The statements before the session: what the first step was for, now that it counts. */
export function finishFirstStep(ctx: Ctx, { pending, timezone }: SecondStep, holds: SQL): Statement[] {
  const { user } = pending
  return [
    ...outcomeStatements(ctx, pending, holds),
    ...(timezone ? [followTimeZone(ctx, user.id, timezone, holds)] : []),
  ]
}

function outcomeStatements(ctx: Ctx, { outcome, user }: PendingSignIn, holds: SQL): Statement[] {
  switch (outcome.event) {
    case 'signed_in':
      return []
    case 'password_reset':
      return setPasswordByLink(ctx, user, outcome.password_hash, holds)
    case 'identity_linked':
      return [insertIdentity(ctx, outcome, user.id, holds)]
    default:
      return outcome satisfies never
  }
}

/** The statements after the session, if it has begun: the code is used, and nothing waits any longer. */
export function endSecondStep(
  ctx: Ctx,
  { pending, code }: SecondStep,
  { session_id, isBegun }: { session_id: string; isBegun: SQL },
): Statement[] {
  const { db } = ctx
  const { token_hash, outcome, user } = pending
  return [
    ...(code ? spendCode(ctx, user.id, code, { session_id, isBegun }) : []),
    // A provider that was linked now ends what was signed in before.
    ...(outcome.event === 'identity_linked' ? [revokeOthers(ctx, { id: session_id, user_id: user.id }, isBegun)] : []),
    db.delete(pending_sign_ins).where(and(eq(pending_sign_ins.token_hash, token_hash), isBegun)),
  ]
}

function spendCode(
  ctx: Ctx,
  user_id: string,
  { code_hash, buckets }: Code,
  { session_id, isBegun }: { session_id: string; isBegun: SQL },
): Statement[] {
  const { db } = ctx
  return [
    db
      .update(recovery_codes)
      .set({ used_at: ctx.now() })
      .where(and(eq(recovery_codes.code_hash, code_hash), isBegun)),
    insertSecurityEvent(ctx, { kind: 'recovery_code_used', user_id, session_id }, isBegun),
    ...buckets.map((bucket) => forgetTries(db, bucket)),
  ]
}
