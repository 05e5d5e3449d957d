import { and, desc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { runNamed } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { applets } from '../schema/applets.ts'
import { drafts } from '../schema/drafts.ts'

/** How many of each are listed. */
const LISTED = 20

/**
 * The queries for the Applets and drafts of an account that somebody else may have made before its address was verified
 * by a reset, newest first; none once the user has looked through them. A draft's name may be null.
 */
export function earlierWorkQueries(db: Db, user_id: string | SQL) {
  const { id, friendly_id, name, config_type, created_at } = applets
  return {
    applets: db
      .select({ id, friendly_id, name, config_type })
      .from(applets)
      .innerJoin(users, and(eq(users.id, applets.author_id), lte(created_at, users.earlier_work_until)))
      .where(and(sql`${applets.author_id} = ${user_id}`, isNull(applets.archived_at)))
      .orderBy(desc(created_at))
      .limit(LISTED),
    drafts: db
      .select({ id: drafts.id, name: sql<string | null>`${drafts.doc} ->> '$.name'`.as('name') })
      .from(drafts)
      .innerJoin(users, and(eq(users.id, drafts.user_id), lte(drafts.created_at, users.earlier_work_until)))
      .where(sql`${drafts.user_id} = ${user_id}`)
      .orderBy(desc(drafts.created_at))
      .limit(LISTED),
  }
}

export function readEarlierWork({ db }: DbCtx, user_id: string) {
  return runNamed(db, earlierWorkQueries(db, user_id))
}

/** Lists them no longer. */
export async function forgetEarlierWork({ db }: DbCtx, user_id: string): Promise<void> {
  await db.update(users).set({ earlier_work_until: null }).where(eq(users.id, user_id))
}
