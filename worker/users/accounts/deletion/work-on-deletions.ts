import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { ClockCtx, Ctx, DbCtx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { takeLease } from '../../../db/lease.ts'
import { account_deletions, type DeletionRow } from '../../../db/schema/account-changes.ts'
import { log, stackOf } from '../../../system/log/log.ts'
import { finishDeletion } from './finish-deletion.ts'
import { pauseAccount } from './pause-account.ts'

/** Each takes some hundred statements, and D1 takes 1,000 of an invocation. */
const DELETIONS_AT_ONCE = 4
/** Until then nobody else takes the row: longer than a portion of one account takes. */
const LEASE = 10 * MINUTE
/** When something that failed, or is still under way elsewhere, is looked at again. */
const AGAIN = 15 * MINUTE

/**
 * The schedule's task: works on the deleted accounts that were due by `before` (ms). Returns whether more are
 * left. One that fails is logged and comes again later, behind the others.
 */
export async function workOnDeletions(ctx: Ctx, before: number): Promise<boolean> {
  const due = await ctx.db
    .select({ user_id: account_deletions.user_id })
    .from(account_deletions)
    .where(isDue(before))
    .orderBy(asc(account_deletions.next_at))
    .limit(DELETIONS_AT_ONCE)
  for (const { user_id } of due) await workOnDeletion(ctx, user_id, before)
  return due.length === DELETIONS_AT_ONCE
}

/** Works on one, if it is due and nobody else does. Never throws. */
export async function workOnDeletion(ctx: Ctx, user_id: string, before = ctx.now()): Promise<void> {
  try {
    const deletion = await lease(ctx, user_id, before)
    if (!deletion) return
    if (deletion.begun_at === null) await pauseAccount(ctx, deletion)
    else await passOn(ctx, deletion, await finishDeletion(ctx, deletion))
  } catch (error) {
    log('error', 'account_not_deleted', { user_id, message: String(error), stack: stackOf(error) })
    await passOn(ctx, { user_id }, 'later').catch(() => null)
  }
}

function isDue(before: number) {
  return and(isNull(account_deletions.done_at), lte(account_deletions.next_at, before))
}

/** Takes the row. Once its day has come it has begun, and cannot be undone. */
function lease(ctx: Ctx, user_id: string, before: number): Promise<DeletionRow | null> {
  const { begun_at, due_at, attempts } = account_deletions
  return takeLease(ctx, account_deletions, 'next_at', {
    ms: LEASE,
    where: and(eq(account_deletions.user_id, user_id), isDue(before)),
    set: {
      attempts: sql`${attempts} + 1`,
      begun_at: sql`case when ${due_at} <= ${ctx.now()} then coalesce(${begun_at}, ${ctx.now()}) end`,
    },
  })
}

async function passOn(
  { db, now }: DbCtx & ClockCtx,
  { user_id }: Pick<DeletionRow, 'user_id'>,
  state: 'done' | 'more' | 'later',
) {
  if (state === 'done') return
  await db
    .update(account_deletions)
    .set({ next_at: state === 'more' ? now() : now() + AGAIN })
    .where(eq(account_deletions.user_id, user_id))
}
