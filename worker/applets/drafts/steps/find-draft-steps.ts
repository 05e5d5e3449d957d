import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { meantSteps } from '../../../services/catalog/steps/meant-steps.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { STEP_SEGMENTS, type StepKind } from '../../../contract/connections/service.ts'
import type { FindDraftStepsQuery } from '../../../contract/drafts/draft-input.ts'
import type { FoundDraftSteps } from '../../../contract/drafts/draft.ts'
import { stepRules } from '../../../contract/enablement/enablement-rules.ts'
import { decoded, runBatch } from '../../../db/d1-batch.ts'
import type { Db } from '../../../system/d1/client.ts'
import { activity_log, applet_steps } from '../../../db/schema/applets.ts'
import { service_steps, services } from '../../../db/schema/connections.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { findStepsInIndex } from '../../../db/search/find-in-index.ts'
import { matchOf } from '../../../db/search/search-words.ts'
import { sessionUser } from '../../../db/users/live-sessions.ts'
import { actorQuery } from '../../../db/users/actor-query.ts'
import { toActor } from '../../../users/session/actor.ts'
import { serviceOfStep } from '../view/step-view.ts'

/** How many steps an answer has; of one service, all of them. */
const STEPS = 24
const STEPS_OF_SERVICE = 200
/** The index has steps of every kind. */
const STEPS_IN_INDEX = 200
/** How many of the viewer's last changes say what they used. */
const RECENT_CHANGES = 30
const RECENT_STEPS = 6

/**
 * The steps of one kind that a draft may use, the best first: those that the words mean or name, or what the viewer used last
 * and then those of the most popular services. `service`: of that one alone. Throws `not_signed_in`, and
 * `search_unavailable` while there is no search index.
 */
export async function findDraftSteps(
  ctx: Ctx,
  { kind, q = '', service }: FindDraftStepsQuery,
): Promise<FoundDraftSteps> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const found = q.trim() === '' ? null : await findIds(ctx, kind, q)
  const [actorRows, recentRows, rows] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    recentQuery(db, { kind, sessionHash }),
    stepsQuery(db, { kind, sessionHash, service, ids: found }),
  ])
  const actor = toActor(actorRows, ctx.now())
  if (!actor) throw new AppError('not_signed_in')
  const recent = recentRows.map(({ step_id }) => step_id)
  const order = found ?? recent
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  const steps = rows
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
    .slice(0, service === undefined ? STEPS : STEPS_OF_SERVICE)
    .map(({ id, slug, step_name, step_description, ...row }) => ({
      kind,
      module_name: row.module_name,
      slug,
      name: step_name,
      description: step_description,
      service: serviceOfStep(row),
      rules: stepRules(actor, kind, row.minimum_tier),
      recent: recent.includes(id),
    }))
  return { steps }
}

async function findIds(ctx: Ctx, kind: StepKind, q: string): Promise<string[]> {
  const match = matchOf(q)
  if (match === null) return []
  const steps = await findStepsInIndex(ctx, match, STEPS_IN_INDEX)
  const named = steps.filter((id) => id.includes(`/${STEP_SEGMENTS[kind]}/`))
  return [...new Set([...meantSteps(kind, q), ...named])]
}

type Asked = { kind: StepKind; sessionHash: string }

/** Finds the Applets that the viewer turned on or changed last, by the index of their activity. */
function recentQuery(db: Db, { kind, sessionHash }: Asked) {
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

function stepsQuery(db: Db, asked: Asked & { service: string | undefined; ids: readonly string[] | null }) {
  const { kind, service, ids } = asked
  const { id, slug, name, description } = service_steps
  const isAmong = (given: readonly string[]): SQL =>
    sql`${id} in (select value from json_each(${JSON.stringify(given)}))`
  const usedFirst = ids === null ? [desc(sql`${id} in (${recentQuery(db, asked)})`)] : []
  const query = db
    .select({
      id,
      slug,
      step_name: sql<string>`${name}`.as('step_name'),
      step_description: sql<string>`${description}`.as('step_description'),
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
    .limit(ids === null && service === undefined ? STEPS : STEPS_OF_SERVICE)
  return decoded(query, getTableColumns(services))
}
