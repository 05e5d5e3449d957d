import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ClockCtx, DbCtx } from '../../system/context/context.ts'
import { runNamed } from '../d1-batch.ts'
import { nextWanted } from '../runners.ts'
import { enablements } from '../schema/applets.ts'
import { runners_to_tell } from '../schema/moderation.ts'
import { runners } from '../schema/runners.ts'

export const RUNNERS_AT_ONCE = 500

/**
 * After an Applet was taken down, or is back: marks the Runners of all who have it enabled as behind, a portion at a
 * time, so that the minute's job tells them. Returns whether more are left.
 */
export async function markRunnersToTell({ db, now }: DbCtx & ClockCtx): Promise<boolean> {
  const [work] = await db
    .select()
    .from(runners_to_tell)
    .where(gt(runners_to_tell.applet_id, 0))
    .orderBy(asc(runners_to_tell.applet_id))
    .limit(1)
  if (!work) return false
  const row_id = sql<number>`${enablements}.rowid`
  const rows = await db
    .select({ row_id: row_id.as('row_id'), user_id: enablements.user_id })
    .from(enablements)
    .where(and(eq(enablements.applet_id, work.applet_id), eq(enablements.status, 'enabled'), gt(row_id, work.after)))
    .orderBy(row_id)
    .limit(RUNNERS_AT_ONCE)
  const last = rows.at(-1)
  const isSame = and(eq(runners_to_tell.applet_id, work.applet_id), eq(runners_to_tell.after, work.after))
  const users = JSON.stringify(rows.map(({ user_id }) => user_id))
  await runNamed(db, {
    marked: db
      .update(runners)
      .set({ wanted: nextWanted(now()) })
      .where(sql`${runners.user_id} in (select value from json_each(${users}))`),
    // A change meanwhile begins again from 0.
    left:
      last && rows.length === RUNNERS_AT_ONCE
        ? db.update(runners_to_tell).set({ after: last.row_id }).where(isSame)
        : db.delete(runners_to_tell).where(isSame),
  })
  return true
}
