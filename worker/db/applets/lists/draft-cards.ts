import { and, desc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm'
import { DRAFTS_MAX, type AppletDraft } from '../../../contract/drafts/draft.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import { decoded, prepared, runNamed, type GivenAll } from '../../d1-batch.ts'
import { applets } from '../../schema/applets.ts'
import { services } from '../../schema/connections.ts'
import { drafts } from '../../schema/drafts.ts'
import { actorQuery } from '../../sessions/actor-query.ts'
import { sessionUser } from '../../sessions/live-sessions.ts'
import { isSuggestion } from '../drafts.ts'
import { isOfService, stepsInDraft } from '../steps-in-sql.ts'

/**
 * Who is signed in, their drafts without a suggestion that they have not changed, the last changed first, the services of
 * their steps in order, and those of these that are published: one round trip. `name` is null for a draft that has none,
 * which is `nameless` then.
 */
export function readDraftCards({ db }: DbCtx, { sessionHash, now }: { sessionHash: string; now: number }) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), ...cardQueries(db, { sessionHash }) })
}

const cardQueries = prepared((db, { sessionHash }: GivenAll<{ sessionHash: string }>) => {
  const isTheirs = and(inArray(drafts.user_id, sessionUser(db, sessionHash)), not(isSuggestion))
  const own = db.select({ id: drafts.id, doc: drafts.doc }).from(drafts).where(isTheirs)
  const steps = sql`(select d.id as draft_id, step.key as place, step.value as step
    from (${own}) d, ${stepsInDraft} where ${isOfService})`
  const { id, updated_at } = drafts
  const appletName = sql`(select a.name from ${applets} a where a.id = ${drafts.applet_id})`
  const name = sql<string | null>`coalesce(${drafts.doc} ->> '$.name', ${appletName})`
  return {
    drafts: decoded(
      db
        .select({
          id,
          name: name.as('name'),
          nameless: sql<AppletDraft | null>`case when ${name} is null then ${drafts.doc} end`.as('nameless'),
          updated_at,
        })
        .from(drafts)
        .where(isTheirs)
        .orderBy(desc(updated_at), desc(id))
        .limit(DRAFTS_MAX),
      { nameless: drafts.doc },
    ),
    steps: db
      .select({
        draft_id: sql<number>`s.draft_id`.as('draft_id'),
        module_name: sql<string>`s.step ->> '$.module_name'`.as('module_name'),
      })
      .from(sql`${steps} s`)
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
