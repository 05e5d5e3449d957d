import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { ROOT } from '../../processes/run.ts'

/** wrangler's own table, so that `wrangler d1 migrations` and this code agree on what has been applied. */
const APPLIED = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`

/**
 * Applies pending migrations to this local D1: those of `folder`, a migrations_dir of wrangler.toml. Runs in this process,
 * because starting wrangler takes seconds.
 */
export async function migrate(database: D1Database, folder = 'migrations'): Promise<void> {
  await database.prepare(APPLIED).run()
  const { results } = await database.prepare('select name from d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const path = resolve(ROOT, folder)
  for (const name of readdirSync(path)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()) {
    if (applied.has(name)) continue
    const statements = readFileSync(join(path, name), 'utf8').split('--> statement-breakpoint')
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare('insert into d1_migrations (name) values (?)').bind(name),
    ])
  }
}
