import { and, eq, sql, type SQL } from 'drizzle-orm'
import { activityRow } from '../../system/activity-log/activity-row.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletEvent } from '../../contract/applets/applet.ts'
import { runBatch } from '../../db/d1-batch.ts'
import { reload, toLoaded, type LoadedForUser } from '../read/load-applet.ts'
import { activity_log, applets } from '../../db/schema/applets.ts'
import { deferSync } from '../../engine/runner-sync/sync-runner.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { withWritten, writesLog, type Write } from './written-rows.ts'

type Change = {
  kind: AppletEvent
  /** Written first, whether or not `when` holds then. */
  first?: Write[]
  /** The condition that must hold in the database at the moment of writing; `applets` is this Applet's row. */
  when: SQL | undefined
  /** The writes. Each must include `changed` in its condition. */
  writes: (changed: SQL, marker: string) => Write[]
  /** The caller waits for the user's Runner itself; otherwise it hears of the change after the response. */
  awaited?: boolean
}
type Changed = {
  /** False if `when` did not hold and nothing was written. */
  done: boolean
  /** The Applet and the user's part after the change. */
  loaded: LoadedForUser
}

/**
 * Makes one change to one user's Applet in one batch, which is one transaction. The log entry is written only if `when`
 * holds, and all other writes depend on it. `loaded` is made of what was read before and what was written; if the
 * condition no longer held, it is read again, and says why. The user's Runner hears of it.
 */
export async function changeApplet(
  ctx: Ctx,
  before: LoadedForUser,
  { kind, first = [], when, writes, awaited = false }: Change,
): Promise<Changed> {
  const marker = ctx.id('act')
  const changed = sql`exists (select 1 from ${activity_log} where ${activity_log.id} = ${marker})`
  const mark = markWhere(ctx, before, { kind, when, marker })
  const answers = await runBatch(ctx.db, [...first, mark, ...writes(changed, marker)])
  const written = answers.flat()
  if (!written.some(({ of }) => of === 'log')) return { done: false, loaded: await reload(ctx, before) }
  recordMetric(ctx, 'applet_changed', { change: kind, tier: before.actor.tier })
  if (!awaited) deferSync(ctx, before.actor.id)
  const loaded = await toLoaded(ctx, withWritten(before.read, written))
  return { done: true, loaded: runsWhatWasRead(loaded) ? loaded : await reload(ctx, before) }
}

/** Not if its author saved a version after the Applet was read. */
function runsWhatWasRead({ enablement, row }: LoadedForUser): boolean {
  return (enablement?.version ?? 1) <= row.newest_version
}

function markWhere(
  { db, ...ctx }: Ctx,
  { row, actor }: LoadedForUser,
  given: Pick<Change, 'kind' | 'when'> & { marker: string },
) {
  const columns = activityRow(ctx, {
    id: given.marker,
    kind: given.kind,
    user_id: actor.id,
    applet_id: applets.id,
    detail: '{}',
  })
  return writesLog(
    db
      .insert(activity_log)
      .select(
        db
          .select(columns)
          .from(applets)
          .where(and(eq(applets.id, row.id), given.when)),
      )
      .returning({ created_at: activity_log.created_at }),
  )
}
