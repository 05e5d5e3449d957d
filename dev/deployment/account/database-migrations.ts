import { existsSync, readdirSync } from 'node:fs'
import type { CloudflareAccount } from './open-account.ts'

/** The names of a folder's migrations, in order. */
export function migrationsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

export type DatabaseState = { applied: string[]; otherTables: string[]; isOlder?: boolean }

/** Which migrations a deployed D1 has, and its tables if it has none. Older: before the first one was written again. */
export async function readDatabaseState(account: CloudflareAccount, id: string): Promise<DatabaseState> {
  const tables = await readColumn(
    account,
    id,
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\'",
  )
  if (tables.includes('d1_migrations')) {
    const applied = await readColumn(account, id, 'select name from d1_migrations order by id')
    return { applied, otherTables: [], isOlder: tables.includes('plans') }
  }
  return { applied: [], otherTables: tables }
}

/** Has D1's query planner look at the tables and their new indexes, as Cloudflare recommends after making one. */
export async function refreshStatistics({ client, account_id }: CloudflareAccount, id: string): Promise<void> {
  await client.d1.database.query(id, { account_id, sql: 'pragma optimize' })
}

async function readColumn({ client, account_id }: CloudflareAccount, id: string, sql: string): Promise<string[]> {
  const { result } = await client.d1.database.query(id, { account_id, sql })
  const rows: unknown[] = result.flatMap(({ results = [] }) => results)
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string' ? [row.name] : [],
  )
}
