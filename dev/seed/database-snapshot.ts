import type { D1Database } from '@cloudflare/workers-types'

const TABLES = `select name from sqlite_master where type = 'table'
  and name not like 'snapshot\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'
  and name not like '\\_cf\\_%' escape '\\' and name <> 'd1_migrations'`

/** `empty` deletes every row, `fill` puts back those of the snapshot. */
type DatabaseSnapshot = { empty(): Promise<void>; fill(): Promise<void> }

/** Copies every table to one beside it, so that its rows can come back without leaving the database. */
export async function takeSnapshot(database: D1Database): Promise<DatabaseSnapshot> {
  const { results } = await database.prepare(TABLES).all<{ name: string }>()
  const tables = results.map(({ name }) => name)
  const inOneTransaction = async (statements: string[]) => {
    // `exec` takes one statement a line, and is one call through Miniflare's proxy.
    await database.exec(['pragma defer_foreign_keys = on', ...statements].join('\n'))
  }
  const deletions = tables.map((name) => `delete from "${name}"`)
  // Triggers have made rows of `runners` by the time their copies arrive.
  const copies = tables.map(
    (name) => `insert or replace into "${name}" select * from "snapshot_${name}" order by rowid`,
  )
  await inOneTransaction(tables.map((name) => `create table "snapshot_${name}" as select * from "${name}"`))
  return {
    empty: () => inOneTransaction(deletions),
    fill: () => inOneTransaction([...deletions, ...copies]),
  }
}
