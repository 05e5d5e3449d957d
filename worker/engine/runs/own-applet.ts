import { and, eq, sql } from 'drizzle-orm'
import { selectAppletId } from '../../db/applets/select-applet-id.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import type { GivenAppletKey } from '../../db/applets/select-applet-id.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, prepared, runBatch, type Given, type RowOf } from '../../db/d1-batch.ts'
import { users } from '../../db/schema/accounts.ts'
import { enablements } from '../../db/schema/applets.ts'
import { runners } from '../../db/schema/runners.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { sessionUser } from '../../db/users/live-sessions.ts'
import { actorQuery } from '../../db/users/actor-query.ts'

/** The session's user, their enablement and their Runner, in one round trip. */
export async function findOwnApplet(ctx: Ctx, ref: AppletKey) {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actor, [row]] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    preparedOwn(db, { sessionHash, ...ref }),
  ])
  if (actor.length === 0) throw new AppError('not_signed_in')
  if (!row) throw new AppError('not_found')
  return { row, runner: row.runner_id ? ctx.runners.get(row.runner_id) : null }
}

const preparedOwn = prepared((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) =>
  ownQuery(db, sessionHash, ref),
)

function ownQuery(db: Db, sessionHash: Given<string>, ref: GivenAppletKey) {
  const {
    user_id,
    applet_id,
    status,
    run_count,
    last_run,
    keep_contents,
    min_gap,
    quiet_from,
    quiet_to,
    expect_every,
  } = enablements
  const query = db
    .select({
      user_id,
      applet_id,
      status,
      run_count,
      last_run,
      keep_contents,
      min_gap,
      quiet_from,
      quiet_to,
      expect_every,
      runner_id: runners.runner_id,
      paused_until: sql<number | null>`${users.runs_paused_until}`.as('paused_until'),
    })
    .from(enablements)
    .innerJoin(users, eq(users.id, user_id))
    .leftJoin(runners, eq(runners.user_id, user_id))
    .where(and(sql`${user_id} = ${sessionUser(db, sessionHash)}`, sql`${applet_id} = ${selectAppletId(ref)}`))
  return decoded(query, { keep_contents })
}
export type OwnRow = RowOf<ReturnType<typeof ownQuery>>

/** An Applet that its user has turned on; without a Runner until it is first told. Throws `not_signed_in`, `not_found`, `conflict` while it is off. */
export async function requireEnabled(ctx: Ctx, ref: AppletKey) {
  const { row, runner } = await findOwnApplet(ctx, ref)
  if (row.status !== 'enabled') throw new AppError('conflict', { message: SENTENCES.applet_off('Applet') })
  return { user_id: row.user_id, applet_id: row.applet_id, runner }
}
