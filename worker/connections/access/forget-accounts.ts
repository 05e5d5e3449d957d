import { deleteAccounts } from '../../db/connections/connected-accounts.ts'
import type { Ctx } from '../../system/context/context.ts'
import { modulesToUndo, revokeGrants } from './revoke-grant.ts'

/** Each may take a service as long as it takes. */
const GRANTS_AT_ONCE = 20

/** Forgets a user's connected accounts, then revokes their grants at the services. Returns false if more are left. */
export async function forgetAccounts(ctx: Ctx, user_id: string): Promise<boolean> {
  const ids = await deleteAccounts(ctx, user_id, { most: GRANTS_AT_ONCE, undone: modulesToUndo })
  await revokeGrants(ctx, ids)
  return ids.length < GRANTS_AT_ONCE
}
