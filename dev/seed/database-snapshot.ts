import type { D1Database } from '@cloudflare/workers-types'

const TABLES = `select name from sqlite_master where type = 'table'
  and name not like 'snapshot\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'
  and name not like '\\_cf\\_%' escape '\\' and name <> 'd1_migrations'`

/** Copies every table beside itself. The returned function puts all rows back: one call, inside the database. */
export async function takeSnapshot(database: D1Database): Promise<() => Promise<void>> {
  const { results } = await database.prepare(TABLES).all<{ name: string }>()
  const tables = results.map(({ name }) => name)
  await run(
    database,
    tables.flatMap((name) => [
      `drop table if exists "snapshot_${name}"`,
      `create table "snapshot_${name}" as select * from "${name}"`,
    ]),
  )
  const restore = [
    'pragma defer_foreign_keys = on',
    ...tables.map((name) => `delete from "${name}"`),
    ...tables.map((name) => `insert into "${name}" select * from "snapshot_${name}" order by rowid`),
  ]
  return () => run(database, restore)
}

/** In one transaction. `exec` takes a statement a line. */
async function run(database: D1Database, statements: string[]): Promise<void> {
  await database.exec(statements.join('\n'))
}
