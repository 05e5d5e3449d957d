import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { StepKind } from '../../contract/connections/service.ts'
import { DRAFTS_MAX } from '../../contract/drafts/draft.ts'
import type { DbCtx } from '../../system/context/context.ts'
import { decoded, prepared, runNamed, type GivenAll } from '../d1-batch.ts'
import { applets } from '../schema/applets.ts'
import { service_steps, services } from '../schema/connections.ts'
import { drafts } from '../schema/drafts.ts'
import { actorQuery } from '../users/actor-query.ts'
import { sessionUser } from '../users/live-sessions.ts'
import { isOfService, stepKind, stepsInDraft } from './steps-in-sql.ts'

/**
 * Who is signed in, their drafts, the last changed first, the steps of these in order, and the published services of the
 * steps: one round trip. `name` is null for a draft that has none, and for a step that the catalog no longer has.
 */
export function readDraftCards({ db }: DbCtx, { sessionHash, now }: { sessionHash: string; now: number }) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), ...cardQueries(db, { sessionHash }) })
}

const cardQueries = prepared((db, { sessionHash }: GivenAll<{ sessionHash: string }>) => {
  const isTheirs = inArray(drafts.user_id, sessionUser(db, sessionHash))
  const own = db.select({ id: drafts.id, doc: drafts.doc }).from(drafts).where(isTheirs)
  const steps = sql`(select d.id as draft_id, step.key as place, ${stepKind} as kind, step.value as step
    from (${own}) d, ${stepsInDraft} where ${isOfService})`
  const { id, updated_at } = drafts
  const appletName = sql`(select a.name from ${applets} a where a.id = ${drafts.applet_id})`
  return {
    drafts: db
      .select({
        id,
        name: sql<string | null>`coalesce(${drafts.doc} ->> '$.name', ${appletName})`.as('name'),
        updated_at,
      })
      .from(drafts)
      .where(isTheirs)
      .orderBy(desc(updated_at), desc(id))
      .limit(DRAFTS_MAX),
    steps: db
      .select({
        draft_id: sql<number>`s.draft_id`.as('draft_id'),
        kind: sql<StepKind>`s.kind`.as('kind'),
        module_name: sql<string>`s.step ->> '$.module_name'`.as('module_name'),
        slug: sql<string>`s.step ->> '$.slug'`.as('slug'),
        name: sql<string | null>`t.name`.as('name'),
      })
      .from(
        sql`${steps} s left join ${service_steps} t on t.module_name = s.step ->> '$.module_name'
          and t.kind = s.kind and t.slug = s.step ->> '$.slug'`,
      )
      .orderBy(sql`s.draft_id, s.place`),
    services: decoded(
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
  }
})
