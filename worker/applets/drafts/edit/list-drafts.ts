import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import type { StepKind } from '../../../contract/connections/service.ts'
import { DRAFTS_MAX, type DraftCard } from '../../../contract/drafts/draft.ts'
import { proposedName } from '../../../contract/drafts/proposed-name.ts'
import { decoded, prepared, runBatch, type GivenAll } from '../../../db/d1-batch.ts'
import { applets } from '../../../db/schema/applets.ts'
import { service_steps, services } from '../../../db/schema/connections.ts'
import { isOfService, stepKind, stepsInDraft } from '../../../db/applets/steps-in-sql.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { sessionUser } from '../../../db/users/live-sessions.ts'
import { actorQuery } from '../../../db/users/actor-query.ts'
import { toActor } from '../../../users/session/actor.ts'
import { serviceOfStep } from '../view/step-view.ts'

/** The viewer's drafts, the last changed first, in one round trip. Throws `not_signed_in`. */
export async function listDrafts(ctx: Ctx): Promise<{ drafts: DraftCard[] }> {
  const { db, sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const [actorRows, rows, stepRows, serviceRows] = await runBatch(db, [
    actorQuery(db, sessionHash, ctx.realNow()),
    ...cardQueries(db, { sessionHash }),
  ])
  if (!toActor(actorRows, ctx.now())) throw new AppError('not_signed_in')
  const known = new Map(serviceRows.map((service) => [service.module_name, serviceOfStep(service)]))
  const cards = rows.map(({ id, name, updated_at }): DraftCard => {
    const steps = stepRows.filter(({ draft_id }) => draft_id === id)
    const modules = new Set(steps.map(({ module_name }) => module_name))
    return {
      id,
      name:
        name?.trim() ||
        proposedName(steps.flatMap((step) => (step.name === null ? [] : [{ ...step, name: step.name }]))),
      updated_at,
      services: [...modules].map((module_name) => known.get(module_name) ?? null),
    }
  })
  return { drafts: cards }
}

const cardQueries = prepared((db, { sessionHash }: GivenAll<{ sessionHash: string }>) => {
  const isTheirs = inArray(drafts.user_id, sessionUser(db, sessionHash))
  const own = db.select({ id: drafts.id, doc: drafts.doc }).from(drafts).where(isTheirs)
  const steps = sql`(select d.id as draft_id, step.key as place, ${stepKind} as kind, step.value as step
    from (${own}) d, ${stepsInDraft} where ${isOfService})`
  const { id, updated_at } = drafts
  const appletName = sql`(select a.name from ${applets} a where a.id = ${drafts.applet_id})`
  return [
    db
      .select({
        id,
        name: sql<string | null>`coalesce(${drafts.doc} ->> '$.name', ${appletName})`.as('name'),
        updated_at,
      })
      .from(drafts)
      .where(isTheirs)
      .orderBy(desc(updated_at), desc(id))
      .limit(DRAFTS_MAX),
    db
      .select({
        draft_id: sql<number>`s.draft_id`.as('draft_id'),
        kind: sql<StepKind>`s.kind`.as('kind'),
        module_name: sql<string>`s.step ->> '$.module_name'`.as('module_name'),
        name: sql<string | null>`t.name`.as('name'),
      })
      .from(
        sql`${steps} s left join ${service_steps} t on t.module_name = s.step ->> '$.module_name'
          and t.kind = s.kind and t.slug = s.step ->> '$.slug'`,
      )
      .orderBy(sql`s.draft_id, s.place`),
    decoded(
      db
        .select()
        .from(services)
        .where(
          and(
            eq(services.published, true),
            sql`${services.module_name} in (select s.step ->> '$.module_name' from ${steps} s)`,
          ),
        ),
      getTableColumns(services),
    ),
  ] as const
})
