import { existsSync, readdirSync } from 'node:fs'
import type { CloudflareAccount } from './cloudflare-api.ts'

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
  const readNames = async (sql: string) => {
    const [answer] = await account.post<{ results: { name: string }[] }[]>(`d1/database/${id}/query`, { sql })
    return (answer?.results ?? []).map(({ name }) => name)
  }
  const tables = await readNames(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\'",
  )
  if (!tables.includes('d1_migrations')) return { applied: [], otherTables: tables }
  const applied = await readNames('select name from d1_migrations order by id')
  return { applied, otherTables: [], isOlder: tables.includes('plans') }
}

/** Where D1 can be put back to: how it is now. */
export async function readBookmark(account: CloudflareAccount, id: string): Promise<string> {
  return (await account.get<{ bookmark: string }>(`d1/database/${id}/time_travel/bookmark`)).bookmark
}
