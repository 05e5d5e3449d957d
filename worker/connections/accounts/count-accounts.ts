import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { connected_accounts } from '../../db/schema/connections.ts'

/** Counts the user's accounts per service, and how many work. The server's state decides, not the page's (§4.10). */
export function accountsQuery(ctx: Ctx, userId: string, names: readonly string[]) {
  const { user_id, status, module_name } = connected_accounts
  return ctx.db
    .select({ module_name, held: count(), working: sql<number>`sum(${status} = 'connected')` })
    .from(connected_accounts)
    .where(and(eq(user_id, userId), inArray(module_name, [...new Set(names)])))
    .groupBy(module_name)
}
type Counted = Awaited<ReturnType<typeof accountsQuery>>

export function countAccounts(rows: Counted, which: 'held' | 'working'): Map<string, number> {
  return new Map(rows.map((row) => [row.module_name, row[which]]))
}
