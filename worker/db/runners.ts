import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { DbCtx } from '../system/context/context.ts'
import { insertRow } from './insert-row.ts'
import { users } from './schema/accounts.ts'
import { runners } from './schema/runners.ts'

/** Gives the user the Runner with this id, unless they have one. */
export function giveRunner({ db }: DbCtx, user_id: string, runner_id: string) {
  const row = { user_id: users.id, runner_id, wanted: 0, applied: 0 }
  return insertRow(db, runners, row, { from: users, where: eq(users.id, user_id) })
    .onConflictDoUpdate({
      target: runners.user_id,
      set: { runner_id: sql`coalesce(${runners.runner_id}, excluded.runner_id)` },
    })
    .returning({ runner_id: runners.runner_id, deleted_at: runners.deleted_at })
}

/** This is the user's Runner at the moment of writing. */
export function hasRunner(user_id: string, runner_id: string): SQL {
  return sql`exists (select 1 from ${runners} r
    where r.user_id = ${user_id} and r.runner_id = ${runner_id} and r.deleted_at is null)`
}

/** The id of this user's Runner, as a column; null until one has been told of an Applet. */
export function runnerIdOf(user: SQLWrapper) {
  // With a name of its own: a plain column would lose its table's, and be compared with itself.
  return sql<string | null>`(select r.runner_id from ${runners} r where r.user_id = ${user} and r.deleted_at is null)`
}
