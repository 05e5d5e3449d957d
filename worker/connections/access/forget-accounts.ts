import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { connected_accounts } from '../../db/schema/connections.ts'
import { noteRevocations } from '../../db/connections/grant-revocations.ts'
import { modulesToUndo, revokeGrants } from './revoke-grant.ts'

/** Each may take a service as long as it takes. */
const GRANTS_AT_ONCE = 20

/** Forgets a user's connected accounts, then revokes their grants at the services. Returns false if more are left. */
export async function forgetAccounts(ctx: Ctx, user_id: string): Promise<boolean> {
  const accounts = await ctx.db
    .select({ id: connected_accounts.id })
    .from(connected_accounts)
    .where(eq(connected_accounts.user_id, user_id))
    .limit(GRANTS_AT_ONCE)
  const ids = accounts.map(({ id }) => id)
  const isOne = inArray(connected_accounts.id, ids)
  await ctx.db.batch([
    noteRevocations(ctx, isOne, { undone: modulesToUndo }),
    ctx.db.delete(connected_accounts).where(isOne),
  ])
  await revokeGrants(ctx, ids)
  return ids.length < GRANTS_AT_ONCE
}
