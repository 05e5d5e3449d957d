import { sql } from 'drizzle-orm'
import type { Db } from '../../system/d1/client.ts'
import { nextWanted } from '../runners.ts'
import { runner_services, runners } from '../schema/runners.ts'
import { service_files } from '../schema/service-files.ts'

/** Notes which versions of added services' files a user's Runner has. For `db.batch`. */
export function noteRunnerServices(db: Db, user_id: string, has: readonly { module_name: string; version: number }[]) {
  const list = sql`json_each(${JSON.stringify(has.map(({ module_name, version }) => [module_name, version]))})`
  return db
    .insert(runner_services)
    .select(sql`select ${user_id}, value ->> 0, value ->> 1 from ${list} where true`)
    .onConflictDoUpdate({
      target: [runner_services.user_id, runner_services.module_name],
      set: { version: sql`excluded.version` },
    })
}

/**
 * Marks at most so many Runners as behind that have an older file of an added service than D1, and forgets what they
 * have: their sync notes it again. For `db.batch`. `now` in ms.
 */
export function markOutdatedRunners(db: Db, { now, most }: { now: number; most: number }) {
  const { user_id, module_name } = runner_services
  // In an order that the indexes have, so that both statements mean the same rows.
  const outdated = sql`select has.user_id, has.module_name from ${service_files} file
    cross join ${runner_services} has on has.module_name = file.module_name and has.version < file.version
    order by file.module_name, has.version, has.user_id limit ${most}`
  return [
    db
      .update(runners)
      .set({ wanted: nextWanted(now) })
      .where(sql`${runners.user_id} in (select user_id from (${outdated}))`),
    db.delete(runner_services).where(sql`(${user_id}, ${module_name}) in (${outdated})`),
  ] as const
}
