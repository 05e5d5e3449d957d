import { and, isNull, sql, type SQLWrapper } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { prepared, runBatch, type Given } from '../../db/d1-batch.ts'
import { runners } from '../../db/schema/runners.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { RunnerApi } from '../../system/runner-api/runner-api.ts'
import { ownNamesQuery, toNames } from '../../db/applets/applet-names.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'

/** Where a user's Applets run: at most one row, for `db.batch`. */
export function runnerQuery(db: Db, user: SQLWrapper) {
  return db
    .select({ runner_id: runners.runner_id })
    .from(runners)
    .where(and(sql`${runners.user_id} = ${user}`, isNull(runners.deleted_at)))
}
type RunnerRow = Awaited<ReturnType<typeof runnerQuery>>[number]

/** The Runner of `runnerQuery`; null where nothing has run yet. */
export function runnerOf({ runners: all }: Ctx, [row]: readonly RunnerRow[]): RunnerApi | null {
  return row?.runner_id ? all.get(row.runner_id) : null
}

const ownRunnerQuery = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  runnerQuery(db, sessionUser(db, sessionHash)),
)

const runnerWithNames = prepared((db, { sessionHash }: { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  return [runnerQuery(db, user), ownNamesQuery(db, user)] as const
})

/** The Runner of the session's user, in one round trip. Throws `not_signed_in`. */
export async function requireOwnRunner(ctx: Ctx): Promise<RunnerApi | null> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actor, rows] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ownRunnerQuery(db, { sessionHash }),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  return runnerOf(ctx, rows)
}

/** Like `requireOwnRunner`, with names of the user's Applets by id: of all of them for most users. */
export async function requireRunnerWithNames(ctx: Ctx) {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actor, rows, named] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ...runnerWithNames(db, { sessionHash }),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  return { runner: runnerOf(ctx, rows), names: toNames(named), sessionHash }
}
