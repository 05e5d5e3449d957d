import type { Ctx } from '../../system/context/context.ts'
import { storeOf } from '../../contract/billed-by.ts'
import type { PendingDeletion } from '../../contract/accounts/account-deletion.ts'
import { readDeletionOfSession } from '../../db/users/account-deletions.ts'

/**
 * The deletion of the session's account, with its user; null for a visitor and for any other account. Sessions of such
 * an account are no one's in `actorQuery`, so every call but those that ask here refuses them.
 */
export async function readPendingDeletion(
  ctx: Pick<Ctx, 'db' | 'sessionHash' | 'realNow'>,
): Promise<(PendingDeletion & { user_id: string }) | null> {
  const { sessionHash } = ctx
  const row = sessionHash && (await readDeletionOfSession(ctx, { sessionHash, now: ctx.realNow() }))
  if (!row) return null
  const { billed_by, ...pending } = row
  return { ...pending, store: storeOf(billed_by) }
}
