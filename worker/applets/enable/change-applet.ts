import { and, eq, sql, type SQL } from 'drizzle-orm'
import { activityRow } from '../../system/activity-log/activity-row.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletEvent } from '../../contract/applets/applet.ts'
import { runBatch, type BatchRows, type Statement } from '../../db/d1-batch.ts'
import type { Db } from '../../system/d1/client.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { publicQueries } from '../read/applet-queries.ts'
import { readRows, type LoadedForUser } from '../read/load-applet.ts'
import { activity_log, applets } from '../../db/schema/applets.ts'
import { deferSync } from '../../engine/runner-sync/sync-runner.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { viewerQueries } from '../read/viewer-queries.ts'

type Change = {
  kind: AppletEvent
  /** The condition that must hold in the database at the moment of writing; `applets` is this Applet's row. */
  when: SQL | undefined
  /** The writes. Each must include `changed` in its condition. */
  writes: (changed: SQL, marker: string) => Statement[]
  /** The caller waits for the user's Runner itself; otherwise it hears of the change after the response. */
  awaited?: boolean
}
type Changed = {
  /** False if `when` did not hold and nothing was written. */
  done: boolean
  /** The Applet and the user's part after the change, read in the same transaction. */
  loaded: LoadedForUser
}

/**
 * Makes one change to one user's Applet in one `db.batch`, which is one transaction. The log entry is written first,
 * only if `when` holds, and all other writes depend on it. If the condition no longer holds, nothing happens, and
 * `loaded` says why. The user's Runner hears of it.
 */
export async function changeApplet(
  ctx: Ctx,
  before: LoadedForUser,
  { kind, when, writes, awaited = false }: Change,
): Promise<Changed> {
  const { db } = ctx
  const marker = ctx.id('act')
  const changed = sql`exists (select 1 from ${activity_log} where ${activity_log.id} = ${marker})`
  const ref = { id: before.row.id, friendly_id: null }
  const reads = [...publicQueries(db, ref), ...viewerQueries(db, ref, ctx.sessionHash ?? '', ctx.realNow())] as const
  const mark = markWhere(ctx, before, { kind, when, marker })
  const { marked, read } = await batchThenRead(db, mark, writes(changed, marker), reads)
  const [p0, p1, p2, p3, p4, v0, v1, v2, v3, v4] = read
  const { loaded, viewerState } = await readRows(ctx, [p0, p1, p2, p3, p4], [v0, v1, v2, v3, v4])
  if (!loaded || !viewerState) throw new AppError('not_signed_in')
  if (marked) recordMetric(ctx, 'applet_changed', { change: kind, tier: before.actor.tier })
  if (marked && !awaited) deferSync(ctx, before.actor.id)
  return { done: marked, loaded: { ...loaded, ...viewerState } }
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
  return db
    .insert(activity_log)
    .select(
      db
        .select(columns)
        .from(applets)
        .where(and(eq(applets.id, row.id), given.when)),
    )
    .returning({ id: activity_log.id })
}

/** The only cast: a batch is typed by the position of each statement, and the number of writes varies. */
async function batchThenRead<const Reads extends readonly Statement[]>(
  db: Db,
  mark: ReturnType<typeof markWhere>,
  writes: Statement[],
  reads: Reads,
) {
  const results: unknown[] = await runBatch(db, [mark, ...writes, ...reads])
  const [marks] = results as [unknown[]]
  return { marked: marks.length > 0, read: results.slice(-reads.length) as unknown as BatchRows<Reads> }
}
