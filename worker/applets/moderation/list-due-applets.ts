import { sql } from 'drizzle-orm'
import { bumpContentVersion } from '../../system/bump-content-version.ts'
import type { Ctx } from '../../system/context/context.ts'
import { applets } from '../../db/schema/applets.ts'

const LISTED_AT_ONCE = 200

/**
 * Lets new authors' Applets into lists whose time came by `before` (ms). SQL triggers tell the steps' lists and the
 * search index. Returns whether more are left.
 */
export async function listDueApplets(ctx: Ctx, before: number): Promise<boolean> {
  const { id, unlisted_until } = applets
  // Few wait, which no statistics of the table say.
  const due = await ctx.db.all<{ id: number }>(sql`select ${id} from ${applets} indexed by applets_unlisted
    where ${unlisted_until} is not null and ${unlisted_until} <= ${before}
    order by ${unlisted_until} limit ${LISTED_AT_ONCE}`)
  if (due.length === 0) return false
  const ids = JSON.stringify(due.map((row) => row.id))
  await ctx.db
    .update(applets)
    .set({ unlisted_until: null })
    // The sign keeps the planner from another index. One that was taken back meanwhile waits again.
    .where(sql`${id} in (select value from json_each(${ids})) and +${unlisted_until} <= ${before}`)
  await bumpContentVersion(ctx)
  return due.length === LISTED_AT_ONCE
}
