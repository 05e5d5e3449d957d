import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { runners } from '../../db/schema/runners.ts'

/**
 * Deletes a user's Runner with all that it keeps, for good. The tombstone in D1 comes first, so that from then on no
 * sync begins; one under way is refused by the Runner. Can be repeated. Throws if the Runner cannot be reached.
 */
export async function forgetRunner({ db, now, runners: all }: Ctx, user_id: string): Promise<void> {
  const [row] = await db
    .update(runners)
    .set({ deleted_at: sql`coalesce(${runners.deleted_at}, ${now()})`, wake_by: null, retry_at: null })
    .where(eq(runners.user_id, user_id))
    .returning({ runner_id: runners.runner_id })
  if (row?.runner_id) await all.get(row.runner_id).forget()
}
