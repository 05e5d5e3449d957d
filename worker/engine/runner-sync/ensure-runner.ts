import { eq, sql, type SQL } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { users } from '../../db/schema/accounts.ts'
import { runners } from '../../db/schema/runners.ts'

/**
 * The id of the user's Runner, made with the first call. Of two at the same time both get the same. Throws if the
 * account is deleted.
 */
export async function ensureRunner(ctx: RunnerCtx, user_id: string): Promise<string> {
  const [row] = await giveRunner(ctx, user_id, ctx.runners.newId())
  if (!row?.runner_id || row.deleted_at !== null) throw new Error('A deleted account has no Runner.')
  return row.runner_id
}

/** Gives the user the Runner with this id, unless they have one. */
export function giveRunner({ db }: Pick<RunnerCtx, 'db'>, user_id: string, runner_id: string) {
  return db
    .insert(runners)
    .select(
      db
        .select({
          user_id: users.id,
          runner_id: sql<string>`${runner_id}`.as('runner_id'),
          wanted: sql<number>`0`.as('wanted'),
          applied: sql<number>`0`.as('applied'),
          wake_by: sql<null>`null`.as('wake_by'),
          retry_at: sql<null>`null`.as('retry_at'),
          deleted_at: sql<null>`null`.as('deleted_at'),
        })
        .from(users)
        .where(eq(users.id, user_id)),
    )
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
