import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { STEP_SEGMENTS, type StepKind } from '../../contract/connections/service.ts'
import type { DbCtx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, runNamed } from '../d1-batch.ts'
import { activity_log, applet_steps } from '../schema/applets.ts'
import { connected_accounts, service_steps, services } from '../schema/connections.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { sessionUser } from '../sessions/live-sessions.ts'

/** How many of the viewer's last changes say what they used. */
const RECENT_CHANGES = 30
const RECENT_STEPS = 6

/** Of this kind; of one service alone, or of all. `ids`: these steps alone, in any order; null for any. */
type Asked = { kind: StepKind; service: string | undefined; ids: readonly string[] | null; most: number }

/**
 * Who is signed in, the steps that they used last, and the published steps that a draft may use, those of the most
 * popular services first: one round trip. Without `ids`, those used last come before all.
 */
export function readStepChoices(
  { db }: DbCtx,
  { sessionHash, now }: { sessionHash: string; now: number },
  asked: Asked,
) {
  return runNamed(db, {
    actor: actorQuery(db, sessionHash, now),
    recent: recentQuery(db, sessionHash, asked.kind),
    steps: stepsQuery(db, sessionHash, asked),
  })
}

/** Finds the Applets that the viewer turned on or changed last, by the index of their activity. */
function recentQuery(db: Db, sessionHash: string, kind: StepKind) {
  const changed = db
    .select({ applet_id: activity_log.applet_id, at: sql<number>`${activity_log.created_at}`.as('at') })
    .from(activity_log)
    .where(and(inArray(activity_log.user_id, sessionUser(db, sessionHash)), eq(activity_log.category, 'change')))
    .orderBy(desc(activity_log.created_at), desc(activity_log.id))
    .limit(RECENT_CHANGES)
    .as('changed')
  return db
    .select({ step_id: applet_steps.step_id })
    .from(changed)
    .innerJoin(applet_steps, eq(applet_steps.applet_id, changed.applet_id))
    .where(sql`instr(${applet_steps.step_id}, ${`/${STEP_SEGMENTS[kind]}/`}) > 0`)
    .groupBy(applet_steps.step_id)
    .orderBy(desc(sql`max(${changed.at})`), asc(applet_steps.step_id))
    .limit(RECENT_STEPS)
}

function stepsQuery(db: Db, sessionHash: string, { kind, service, ids, most }: Asked) {
  const { id, slug, name, description } = service_steps
  const isAmong = (given: readonly string[]): SQL =>
    sql`${id} in (select value from json_each(${JSON.stringify(given)}))`
  const usedFirst = ids === null ? [desc(sql`${id} in (${recentQuery(db, sessionHash, kind)})`)] : []
  const query = db
    .select({
      id,
      slug,
      step_name: sql<string>`${name}`.as('step_name'),
      step_description: sql<string>`${description}`.as('step_description'),
      connected: sql<0 | 1>`exists (select 1 from ${connected_accounts}
        where ${connected_accounts.module_name} = ${services.module_name}
        and ${connected_accounts.user_id} in ${sessionUser(db, sessionHash)})`.as('connected'),
      ...getTableColumns(services),
    })
    .from(service_steps)
    .innerJoin(services, eq(services.module_name, service_steps.module_name))
    .where(
      and(
        eq(services.published, true),
        eq(service_steps.kind, kind),
        service === undefined ? undefined : eq(service_steps.module_name, service),
        ids === null ? undefined : isAmong(ids),
      ),
    )
    .orderBy(...usedFirst, desc(services.popularity), asc(services.module_name), asc(name), asc(id))
    .limit(most)
  return decoded(query, getTableColumns(services))
}
