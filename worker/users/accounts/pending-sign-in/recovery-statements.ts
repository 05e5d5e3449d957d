import { and, eq, gt, lte, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import type { SecurityEventKind } from '../../../contract/accounts/security-events.ts'
import { users } from '../../../db/schema/accounts.ts'
import { pending_sign_ins, recovery_codes, second_factor_recoveries } from '../../../db/schema/second-factors.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'

type Recovery = typeof second_factor_recoveries.$inferSelect

/** The user's waiting period, unless it has expired. */
export async function readRecovery({ db, ...ctx }: DbCtx & ClockCtx, user_id: string): Promise<Recovery | null> {
  const [row] = await db
    .select()
    .from(second_factor_recoveries)
    .where(and(eq(second_factor_recoveries.user_id, user_id), gt(second_factor_recoveries.expires_at, ctx.now())))
  return row ?? null
}

export function isDue({ due_at }: Pick<Recovery, 'due_at'>, now: number): boolean {
  return due_at <= now
}

/** The statement that ends a waiting period, if there is one. */
function dropRecovery({ db }: DbCtx, user_id: string, when: SQL) {
  return db.delete(second_factor_recoveries).where(and(eq(second_factor_recoveries.user_id, user_id), when))
}

/** A sign-in with the second factor stops the waiting period: its writes, and the event to tell of, if there is one. */
export async function stopRecoveryBySignIn(
  ctx: Ctx,
  user: { id: string; second_factor_at: number | null },
  { isBegun, session_id }: { isBegun: SQL; session_id: string },
): Promise<{ writes: BatchItem<'sqlite'>[]; event: { kind: SecurityEventKind; session_id: string } | null }> {
  if (user.second_factor_at === null) return { writes: [], event: null }
  const found = await readRecovery(ctx, user.id)
  const event = { kind: 'recovery_stopped', session_id } as const
  const isThere = sql`exists (select 1 from ${second_factor_recoveries} r where r.user_id = ${user.id})`
  return {
    writes: [
      insertSecurityEvent(ctx, { ...event, user_id: user.id }, and(isThere, isBegun)),
      dropRecovery(ctx, user.id, isBegun),
    ],
    event: found && event,
  }
}

/** The writes that turn the second factor off, once its waiting period is over. They come before the session. */
export function turnOffByRecovery(ctx: DbCtx & ClockCtx, { id, user_id }: Recovery): BatchItem<'sqlite'>[] {
  const now = ctx.now()
  const isOpen = and(
    eq(second_factor_recoveries.id, id),
    lte(second_factor_recoveries.due_at, now),
    gt(second_factor_recoveries.expires_at, now),
  )
  return turnOffWrites(ctx, user_id, sql`exists (select 1 from ${second_factor_recoveries} where ${isOpen})`)
}

/** The writes that turn the second factor off where `when` holds. Passkeys stay, as ways to sign in. */
export function turnOffWrites({ db, ...ctx }: DbCtx & ClockCtx, user_id: string, when: SQL): BatchItem<'sqlite'>[] {
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
