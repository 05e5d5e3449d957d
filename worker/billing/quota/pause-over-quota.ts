import { and, eq, getTableColumns, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { activityRow } from '../../system/activity-log/activity-row.ts'
import { subscriptionsVersion } from '../../db/billing/plan-conditions.ts'
import { tierOf } from '../../users/entitlements/entitlement-rules.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import { services } from '../../db/schema/connections.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import { isKeptVersion, seenName } from '../../db/applets/public-face.ts'
import { stepKind, stepModule, stepsOfDocument, stepSlot } from '../../db/applets/steps-in-sql.ts'
import type { Tier } from '../../contract/tiers.ts'
import { needsOfSteps } from '../../contract/enablement/enablement-rules.ts'
import type { Db } from '../../system/d1/client.ts'
import { decidePauses, type CountedEnablement } from '../../contract/enablement/pause-rules.ts'
import { enabledCount, subscriptionsUnchanged } from '../../db/billing/plan-conditions.ts'
import { activity_log, applet_versions, applets, enablements } from '../../db/schema/applets.ts'

/** How often the decision is retried when the user enables, disables or pays in between. */
const TRIES = 5

type PauseDecision = ReturnType<typeof decidePauses>

/**
 * Fits the user's Applets to their plan: pauses those that it does not allow or has no room for, and resumes paused
 * Applets that fit again. Call it after changing a user's entitlement; calling it twice is harmless. Returns how many
 * it paused and resumed.
 */
export async function pauseOverQuota(ctx: Ctx, user_id: string): Promise<{ paused: number; resumed: number }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { change, unchanged } = await decideByUse(ctx, user_id)
    const { pause, resume } = change
    if (pause.length + resume.length === 0) return { paused: 0, resumed: 0 }
    if (await write(ctx, change, unchanged)) return { paused: pause.length, resumed: resume.length }
  }
  return { paused: 0, resumed: 0 }
}

/** The Applets that this tier would pause if it began now, by name. Changes nothing. */
export async function listPausedBy(ctx: Ctx, user_id: string, tier: Tier): Promise<{ id: number; name: string }[]> {
  const { change, held } = await decideByUse(ctx, user_id, tier)
  return held
    .filter(({ id }) => change.pause.includes(id))
    .map(({ applet_id, name }) => ({ id: applet_id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The choice of what to pause depends on when each Applet last ran, so that is brought up to date first. */
async function decideByUse(ctx: Ctx, user_id: string, tier?: Tier): ReturnType<typeof decide> {
  const first = await decide(ctx, user_id, tier)
  if (first.change.pause.length === 0) return first
  await ctx.accountParts.runner.refreshRunCounts(ctx, user_id)
  return decide(ctx, user_id, tier)
}

type Held = CountedEnablement & { applet_id: number; name: string }

/**
 * Decides what to pause and resume under the user's tier, or another one, and returns the condition under which that
 * decision still holds.
 */
async function decide(
  { db, now }: DbCtx & ClockCtx,
  user_id: string,
  tier?: Tier,
): Promise<{ change: PauseDecision; held: Held[]; unchanged: SQL }> {
  const { id, status, last_run, updated_at, paused_at, applet_id } = enablements
  const isHeld = and(eq(enablements.user_id, user_id), or(eq(status, 'enabled'), isNotNull(paused_at)))
  const [subscriptionRows, rows, steps] = await db.batch([
    db
      .select({ ...getTableColumns(subscriptions), mark: subscriptionsVersion(user_id).as('mark') })
      .from(subscriptions)
      .where(eq(subscriptions.user_id, user_id)),
    db
      .select({
        id,
        status,
        last_run,
        updated_at,
        applet_id,
        name: seenName(enablements.user_id).as('name'),
        has_filter: hasFilter.mapWith(Boolean).as('has_filter'),
      })
      .from(enablements)
      .innerJoin(applets, eq(applets.id, applet_id))
      .innerJoin(applet_versions, isKeptVersion)
      .where(isHeld),
    needStepsQuery(db, isHeld),
  ])
  const stepsOf = Map.groupBy(steps, ({ applet_id: used }) => used)
  const held = rows.map(({ has_filter, ...row }) => {
    return { ...row, needs: needsOfSteps(stepsOf.get(row.applet_id) ?? [], has_filter) }
  })
  const running = held.filter((enablement) => enablement.status === 'enabled').length
  return {
    change: decidePauses(tier ?? tierOf(subscriptionRows, now()), held),
    held,
    unchanged: sql`${enabledCount(user_id)} = ${running} and ${subscriptionsUnchanged(user_id, subscriptionRows[0]?.mark ?? '')}`,
  }
}

/** The version that runs has a filter; versions of before had it beside their steps. */
const hasFilter = sql`${applet_versions.doc} ->> '$.filter_code' is not null or exists (select 1
  from ${stepsOfDocument(applet_versions.doc)} where ${stepKind} = 'filter')`

/** The columns that the needs of what runs follow from, and no more: a user may have hundreds of Applets. */
function needStepsQuery(db: Db, isHeld: SQL | undefined) {
  return db
    .select({
      applet_id: enablements.applet_id,
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
    .where(isHeld)
}

/** Writes in one batch. The log entries come first, only if `unchanged` holds, and all other writes depend on them. */
async function write({ db, ...ctx }: Ctx, { pause, resume }: PauseDecision, unchanged: SQL): Promise<boolean> {
  const mark = ctx.id('act')
  const [paused, resumed] = [inMarkedRows(pause, mark), inMarkedRows(resume, mark)]
  const log = (kind: 'paused' | 'resumed', ids: readonly string[]) => {
    const { id, user_id, applet_id } = enablements
    const line = activityRow(ctx, { id: markerOf(mark), kind, user_id, applet_id, detail: '{}' })
    return db
      .insert(activity_log)
      .select(
        db
          .select(line)
          .from(enablements)
          .where(and(isOneOf(ids), unchanged)),
      )
      .returning({ id })
  }
  const count = (change: SQL, which: SQL | undefined) => {
    const ids = db.select({ id: enablements.applet_id }).from(enablements).where(which)
    return db.update(applets).set({ enabled_count: change }).where(inArray(applets.id, ids))
  }
  const rest: BatchItem<'sqlite'>[] = [
    count(sql`${applets.enabled_count} - 1`, paused),
    count(sql`${applets.enabled_count} + 1`, resumed),
    db.update(enablements).set({ status: 'disabled', paused_at: ctx.now() }).where(paused),
    db.update(enablements).set({ status: 'enabled', paused_at: null }).where(resumed),
  ]
  const [first, second] = await db.batch([log('paused', pause), log('resumed', resume), ...rest])
  return first.length + second.length > 0
}

function isOneOf(ids: readonly string[]): SQL {
  return sql`${enablements.id} in (select value from json_each(${JSON.stringify(ids)}))`
}

function markerOf(mark: string): SQL {
  return sql`${mark} || '_' || ${enablements}.id`
}

function inMarkedRows(ids: readonly string[], mark: string) {
  return and(isOneOf(ids), sql`exists (select 1 from ${activity_log} l where l.id = ${markerOf(mark)})`)
}
