import { sql } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import { applets } from '../schema/applets.ts'

/**
 * Lets new authors' Applets into lists whose time came by `before` (ms), at most so many. SQL triggers tell the steps'
 * lists and the search index. Returns how many there were.
 */
export async function letIntoLists({ db }: DbCtx, before: number, most: number): Promise<number> {
  const { id, unlisted_until } = applets
  // Few wait, which no statistics of the table say.
  const due = await db.all<{ id: number }>(sql`select ${id} from ${applets} indexed by applets_unlisted
    where ${unlisted_until} is not null and ${unlisted_until} <= ${before}
    order by ${unlisted_until} limit ${most}`)
  if (due.length === 0) return 0
  const ids = JSON.stringify(due.map((row) => row.id))
  await db
    .update(applets)
    .set({ unlisted_until: null })
    // The sign keeps the planner from another index. One that was taken back meanwhile waits again.
    .where(sql`${id} in (select value from json_each(${ids})) and +${unlisted_until} <= ${before}`)
  return due.length
}
