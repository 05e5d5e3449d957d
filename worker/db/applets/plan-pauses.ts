import { and, eq, getTableColumns, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { insertActivity } from '../activity-entries.ts'
import { enabledCount, subscriptionsUnchanged, subscriptionsVersion } from '../billing/plan-conditions.ts'
import { decoded, FLAG, runNamed } from '../d1-batch.ts'
import { activity_log, applet_versions, applets, enablements } from '../schema/applets.ts'
import { subscriptions } from '../schema/billing.ts'
import { services } from '../schema/connections.ts'
import { isKeptVersion, seenName } from './public-face.ts'
import { stepKind, stepModule, stepsOfDocument, stepSlot } from './steps-in-sql.ts'

/** Reads a user's plans, and of each Applet that is on or was paused what its needs follow from, and no more. */
export async function readHeldApplets(db: Db, user_id: string) {
  const { id, status, last_run, updated_at, paused_at, applet_id } = enablements
  const isHeld = and(eq(enablements.user_id, user_id), or(eq(status, 'enabled'), isNotNull(paused_at)))
  const name = seenName(enablements.user_id).as('name')
  const { plans, held, steps } = await runNamed(db, {
    plans: decoded(
      db
        .select({ ...getTableColumns(subscriptions), mark: subscriptionsVersion(user_id).as('mark') })
        .from(subscriptions)
        .where(eq(subscriptions.user_id, user_id)),
      getTableColumns(subscriptions),
    ),
    held: decoded(
      db
        .select({ id, status, last_run, updated_at, applet_id, name, has_filter: hasFilter.as('has_filter') })
        .from(enablements)
        .innerJoin(applets, eq(applets.id, applet_id))
        .innerJoin(applet_versions, isKeptVersion)
        .where(isHeld),
      { has_filter: FLAG },
    ),
    steps: db
      .select({
        applet_id,
        account_slot: stepSlot.as('account_slot'),
        feature: sql<string | null>`step.value ->> '$.feature'`.as('feature'),
        kind: stepKind.as('kind'),
        connect_kind: services.connect_kind,
        minimum_tier: services.minimum_tier,
      })
      .from(enablements)
      .innerJoin(applet_versions, isKeptVersion)
      .innerJoin(stepsOfDocument(applet_versions.doc), sql`true`)
      .innerJoin(services, eq(services.module_name, stepModule))
      .where(isHeld),
  })
  const stepsOf = Map.groupBy(steps, (step) => step.applet_id)
  return { plans, held: held.map((row) => ({ ...row, steps: stepsOf.get(row.applet_id) ?? [] })) }
}

/** The version that runs has a filter; versions of before had it beside their steps. */
const hasFilter = sql<boolean>`(${applet_versions.doc} ->> '$.filter_code' is not null or exists (select 1
  from ${stepsOfDocument(applet_versions.doc)} where ${stepKind} = 'filter'))`

/** Ids of enablements. */
type Pauses = { pause: readonly string[]; resume: readonly string[] }
/** What the decision was made of: how many Applets the user had on, and the mark of their plans. */
export type DecidedOf = { user_id: string; running: number; mark: string }

/**
 * Pauses and resumes in one batch, only while the decision still holds. The log's entries come first, and all other
 * writes depend on them. Returns whether it was written.
 */
export async function writePauses(
  { db, ...ctx }: Pick<Ctx, 'db' | 'now' | 'id'>,
  { pause, resume }: Pauses,
  { user_id, running, mark }: DecidedOf,
): Promise<boolean> {
  const unchanged = sql`${enabledCount(user_id)} = ${running} and ${subscriptionsUnchanged(user_id, mark)}`
  const marker = ctx.id('act')
  const [paused, resumed] = [inMarkedRows(pause, marker), inMarkedRows(resume, marker)]
  const log = (kind: 'paused' | 'resumed', ids: readonly string[]) => {
    const own = { user_id: enablements.user_id, applet_id: enablements.applet_id }
    const each = { from: enablements, where: and(isOneOf(ids), unchanged) }
    return insertActivity({ db, ...ctx }, { id: markerOf(marker), kind, ...own }, each).returning({
      id: activity_log.id,
    })
  }
  const count = (change: SQL, which: SQL | undefined) => {
    const ids = db.select({ id: enablements.applet_id }).from(enablements).where(which)
    return db.update(applets).set({ enabled_count: change }).where(inArray(applets.id, ids))
  }
  const { logged } = await runNamed(db, {
    logged: [log('paused', pause), log('resumed', resume)],
    counts: [count(sql`${applets.enabled_count} - 1`, paused), count(sql`${applets.enabled_count} + 1`, resumed)],
    paused: db.update(enablements).set({ status: 'disabled', paused_at: ctx.now() }).where(paused),
    resumed: db.update(enablements).set({ status: 'enabled', paused_at: null }).where(resumed),
  })
  return logged.length > 0
}

function isOneOf(ids: readonly string[]): SQL {
  return sql`${enablements.id} in (select value from json_each(${JSON.stringify(ids)}))`
}

function markerOf(marker: string): SQL {
  return sql`${marker} || '_' || ${enablements}.id`
}

function inMarkedRows(ids: readonly string[], marker: string) {
  return and(isOneOf(ids), sql`exists (select 1 from ${activity_log} l where l.id = ${markerOf(marker)})`)
}
