import { and, eq, sql } from 'drizzle-orm'
import type { AppletKey } from '../../contract/addresses.ts'
import type { DbCtx } from '../../system/context/context.ts'
import { ownNamesQuery } from '../applets/applet-names.ts'
import { selectAppletId, type GivenAppletKey } from '../applets/select-applet-id.ts'
import { decoded, prepared, runNamed, type Given, type RowOf } from '../d1-batch.ts'
import { users } from '../schema/accounts.ts'
import { enablements } from '../schema/applets.ts'
import { runners } from '../schema/runners.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'
import { runnerQuery } from '../runners.ts'

/** A session at a time in ms. */
type Session = { sessionHash: string; now: number }

/** The session's user with their Runner, in one round trip. */
export function readRunnerOfSession({ db }: DbCtx, { sessionHash, now }: Session) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    runner: ownRunnerQuery(db, { sessionHash }),
  })
}

const ownRunnerQuery = prepared((db, { sessionHash }: { sessionHash: Given<string> }) =>
  runnerQuery(db, sessionUser(db, sessionHash)),
)

/** As `readRunnerOfSession`, with names of the user's Applets: of all of them for most users. */
export function readRunnerWithNames({ db }: DbCtx, { sessionHash, now }: Session) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), ...runnerWithNames(db, { sessionHash }) })
}

const runnerWithNames = prepared((db, { sessionHash }: { sessionHash: Given<string> }) => {
  const user = sessionUser(db, sessionHash)
  return { runner: runnerQuery(db, user), named: ownNamesQuery(db, user) }
})

/** The session's user, with what they decided about an Applet and where it runs; no row if they never turned it on. */
export function readOwnApplet({ db }: DbCtx, { id, friendly_id }: AppletKey, { sessionHash, now }: Session) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    own: ownAppletQuery(db, { sessionHash, id, friendly_id }),
  })
}

const ownAppletQuery = prepared((db, { sessionHash, ...ref }: GivenAppletKey & { sessionHash: Given<string> }) => {
  const { user_id, applet_id, keep_contents } = enablements
  const query = db
    .select({
      user_id,
      applet_id,
      status: enablements.status,
      run_count: enablements.run_count,
      last_run: enablements.last_run,
      keep_contents,
      min_gap: enablements.min_gap,
      quiet_from: enablements.quiet_from,
      quiet_to: enablements.quiet_to,
      expect_every: enablements.expect_every,
      runner_id: runners.runner_id,
      paused_until: sql<number | null>`${users.runs_paused_until}`.as('paused_until'),
    })
    .from(enablements)
    .innerJoin(users, eq(users.id, user_id))
    .leftJoin(runners, eq(runners.user_id, user_id))
    .where(and(sql`${user_id} = ${sessionUser(db, sessionHash)}`, sql`${applet_id} = ${selectAppletId(ref)}`))
  return decoded(query, { keep_contents })
})
export type OwnAppletRow = RowOf<ReturnType<typeof ownAppletQuery>>
