import type { DatabaseSync } from 'node:sqlite'
import type { D1Database } from '@cloudflare/workers-types'

type Target = Pick<D1Database, 'prepare' | 'batch'>

/** Copies tables, rows, indexes and triggers, in this order, so that no trigger fires. */
export async function fillServedDatabase(from: DatabaseSync, to: Target): Promise<void> {
  const made = from
    .prepare("select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'")
    .all()
  const ofType = (type: string) => made.filter((each) => each['type'] === type)
  const make = (type: string) => ofType(type).map(({ sql }) => to.prepare(String(sql)))
  const rows = ofType('table').flatMap(({ name }) =>
    from
      .prepare(`select * from "${name}"`)
      .all()
      .map((row) => {
        const values = Object.values(row)
        return to.prepare(`insert into "${name}" values (${values.map(() => '?').join(', ')})`).bind(...values)
      }),
  )
  await to.batch([
    to.prepare('pragma defer_foreign_keys = on'),
    ...make('table'),
    ...rows,
    ...make('index'),
    ...make('trigger'),
  ])
}
