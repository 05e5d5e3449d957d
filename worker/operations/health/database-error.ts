import { readDatabaseSize } from '../../db/upkeep/database-state.ts'
import type { DbCtx } from '../../system/context/context.ts'
import { inTime } from '../../system/call-places/in-time.ts'

/** How long D1 may take, in ms. */
export const DATABASE_PATIENCE = 2000

/** Finds what kept D1 from answering one read within 2 s, or null. */
export async function databaseError(ctx: DbCtx): Promise<string | null> {
  try {
    await inTime('D1', readDatabaseSize(ctx), DATABASE_PATIENCE)
    return null
  } catch (error) {
    return String(error)
  }
}
