import { sql } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { inTime } from './in-time.ts'

/** How long D1 may take, in ms. */
export const DATABASE_PATIENCE = 2000

/** Finds what kept D1 from answering one read within 2 s, or null. */
export async function databaseError({ db }: Pick<RunnerCtx, 'db'>): Promise<string | null> {
  try {
    await inTime('D1', db.run(sql`select 1`), DATABASE_PATIENCE)
    return null
  } catch (error) {
    return String(error)
  }
}
