import { and, count, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { connected_accounts } from './tables.ts'

/** How many working accounts the user has of each of these services: the server's state decides, not the page's (§4.10). */
export function workingAccountsQuery(ctx: Ctx, userId: string, names: readonly string[]) {
  const { user_id, status, module_name } = connected_accounts
  return ctx.db
    .select({ module_name, accounts: count() })
    .from(connected_accounts)
    .where(and(eq(user_id, userId), eq(status, 'connected'), inArray(module_name, [...new Set(names)])))
    .groupBy(module_name)
}

export function toCounts(rows: readonly { module_name: string; accounts: number }[]): Map<string, number> {
  return new Map(rows.map((row) => [row.module_name, row.accounts]))
}
