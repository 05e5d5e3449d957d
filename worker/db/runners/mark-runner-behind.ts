import { and, eq, gte, sql } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { runners } from '../schema/runners.ts'

/** Has the minute's job tell this user's Runner, unless it is behind already. */
export async function markRunnerBehind({ db, now }: Pick<RunnerCtx, 'db' | 'now'>, user_id: string): Promise<void> {
  await db
    .update(runners)
    .set({ wanted: sql`max(${runners.wanted} + 1, ${now()})` })
    .where(and(eq(runners.user_id, user_id), gte(runners.applied, runners.wanted)))
}
