import type { Ctx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import {
  DELETIONS_AT_ONCE,
  leaseDeletion,
  readDueDeletions,
  setDeletionNext,
  type DeletionRow,
} from '../../../db/users/account-deletions.ts'
import { log, stackOf } from '../../../system/log/log.ts'
import { finishDeletion } from './finish-deletion.ts'
import { pauseAccount } from './pause-account.ts'

/** Until then nobody else takes the row: longer than a portion of one account takes. */
const LEASE = 10 * MINUTE
/** When something that failed, or is still under way elsewhere, is looked at again. */
const AGAIN = 15 * MINUTE

/**
 * The schedule's task: works on the deleted accounts that were due by `before` (ms). Returns whether more are
 * left. One that fails is logged and comes again later, behind the others.
 */
export async function workOnDeletions(ctx: Ctx, before: number): Promise<boolean> {
  const due = await readDueDeletions(ctx, before)
  for (const user_id of due) await workOnDeletion(ctx, user_id, before)
  return due.length === DELETIONS_AT_ONCE
}

/** Works on one, if it is due and nobody else does. Never throws. */
export async function workOnDeletion(ctx: Ctx, user_id: string, before = ctx.now()): Promise<void> {
  try {
    const deletion = await leaseDeletion(ctx, user_id, { before, ms: LEASE })
    if (!deletion) return
    if (deletion.begun_at === null) await pauseAccount(ctx, deletion)
    else await passOn(ctx, deletion, await finishDeletion(ctx, deletion))
  } catch (error) {
    log('error', 'account_not_deleted', { user_id, message: String(error), stack: stackOf(error) })
    await passOn(ctx, { user_id }, 'later').catch(() => null)
  }
}

async function passOn(ctx: Ctx, { user_id }: Pick<DeletionRow, 'user_id'>, state: 'done' | 'more' | 'later') {
  if (state === 'done') return
  await setDeletionNext(ctx, user_id, state === 'more' ? ctx.now() : ctx.now() + AGAIN)
}
