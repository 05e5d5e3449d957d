import { and, asc, count, desc, eq, getTableColumns, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { sessionUser } from '../sessions/live-sessions.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import { DRAFTS_MAX, type AppletDraft } from '../../contract/drafts/draft.ts'
import type { Db } from '../../system/d1/client.ts'
import { decoded, prepared, runNamed, type GivenAll, type NamedRows } from '../d1-batch.ts'
import { applet_versions, applets, enablements } from '../schema/applets.ts'
import { connected_accounts, service_steps, services, step_fields, step_ingredients } from '../schema/connections.ts'
import { newestVersion } from './applet-versions.ts'
import { isOfService, isStepGuessed, stepId, stepsInDraft, stepsOfDocument } from './steps-in-sql.ts'
import { insertRow } from '../insert-row.ts'
import { drafts } from '../schema/drafts.ts'
import { subscriptionsVersion } from '../billing/plan-conditions.ts'

/** `id`: of a stored draft, or 0. `applet_id`: of the Applet that a draft not yet stored would change, or 0. */
export type DraftKey = { id: number; applet_id: number }
type Asked = DraftKey & { sessionHash: string; now: number; steps: readonly string[] }

/**
 * Reads a draft and all that its page says about it in one round trip: the viewer by session, the catalog's rows of its
 * steps and of those of `steps` (ids), the viewer's accounts, and their Applet that it changes. Discard all if `actor`
 * is empty.
 */
export function readDraftRows(db: Db, { sessionHash, now, steps, ...key }: Asked): Promise<DraftRows> {
  return runNamed(db, draftQueries(db, { sessionHash, now, steps, ...key }))
}

function draftQueries(db: Db, { sessionHash, now, steps, ...key }: Asked) {
  return {
    actor: actorQuery(db, sessionHash, now),
    ...ownQueries(db, { ...key, sessionHash, steps: JSON.stringify(steps) }),
  }
}

type Places = GivenAll<{ id: number; applet_id: number; sessionHash: string; steps: string }>

const ownQueries = prepared((db, given: Places) => {
  const { id, sessionHash } = given
  const user = sessionUser(db, sessionHash)
  const stepIds = stepIdsOf(given)
  const modules = db
    .select({ name: service_steps.module_name })
    .from(service_steps)
    .where(sql`${service_steps.id} in ${stepIds}`)
  const own = connected_accounts
  return {
    draft: decoded(
      db
        .select()
        .from(drafts)
        .where(and(eq(drafts.id, id), inArray(drafts.user_id, user))),
      getTableColumns(drafts),
    ),
    steps: db
      .select()
      .from(service_steps)
      .where(sql`${service_steps.id} in ${stepIds}`),
    services: decoded(
      db.select().from(services).where(inArray(services.module_name, modules)),
      getTableColumns(services),
    ),
    fields: decoded(
      db
        .select()
        .from(step_fields)
        .where(sql`${step_fields.step_id} in ${stepIds}`)
        .orderBy(asc(step_fields.step_id), asc(step_fields.position)),
      getTableColumns(step_fields),
    ),
    ingredients: db
      .select()
      .from(step_ingredients)
      .where(sql`${step_ingredients.step_id} in ${stepIds}`)
      .orderBy(asc(step_ingredients.step_id), asc(step_ingredients.position)),
    accounts: db
      .select({ id: own.id, module_name: own.module_name, account_name: own.account_name, status: own.status })
      .from(own)
      .where(inArray(own.user_id, user))
      .orderBy(asc(own.created_at), asc(own.id)),
    totals: db
      .select({
        enabled: count().as('enabled'),
        subscriptions_version: subscriptionsVersion(user).as('subscriptions_version'),
      })
      .from(enablements)
      .where(and(inArray(enablements.user_id, user), eq(enablements.status, 'enabled'))),
    ...editedQueries(db, given, user),
  }
})

/** The viewer's own Applet that is edited, and the newest version that it has. */
function editedQueries(db: Db, { id, applet_id }: Places, user: ReturnType<typeof sessionUser>) {
  const edited = sql<number>`coalesce((select d.applet_id from ${drafts} d where d.id = ${id}), ${applet_id})`
  const isOwn = and(eq(applets.id, edited), inArray(applets.author_id, user))
  const { status, min_gap, quiet_from, quiet_to, version } = enablements
  return {
    applet: decoded(
      db
        .select({
          ...getTableColumns(applets),
          status,
          min_gap,
          quiet_from,
          quiet_to,
          own_version: sql<number | null>`${version}`.as('own_version'),
        })
        .from(applets)
        .leftJoin(enablements, and(eq(enablements.applet_id, applets.id), eq(enablements.user_id, applets.author_id)))
        .where(isOwn),
      getTableColumns(applets),
    ),
    newest: decoded(
      db
        .select()
        .from(applet_versions)
        .where(eq(applet_versions.applet_id, edited))
        .orderBy(desc(applet_versions.version))
        .limit(1),
      getTableColumns(applet_versions),
    ),
  }
}

/** The ids of a draft's steps, of the Applet that it changes, and of those asked for besides. */
function stepIdsOf({ id, applet_id, steps }: Places): SQL {
  return sql`(select ${stepId} from ${drafts} d, ${stepsInDraft} where d.id = ${id} and ${isOfService}
    union all select ${stepId} from ${applet_versions}, ${stepsOfDocument(applet_versions.doc)}
      where ${applet_versions.applet_id} = ${applet_id} and ${applet_versions.version} = ${newestVersion(sql`${applet_id}`)} and ${isOfService}
    union all select value from json_each(${steps}))`
}

type DraftRows = NamedRows<ReturnType<typeof draftQueries>>
export type StepRow = DraftRows['steps'][number]
export type CatalogServiceRow = DraftRows['services'][number]
export type FieldRow = DraftRows['fields'][number]
export type IngredientRow = DraftRows['ingredients'][number]
export type OwnAccount = DraftRows['accounts'][number]
export type EditedRow = DraftRows['applet'][number]
export type NewestVersion = DraftRows['newest'][number]

/** A stored draft, as its writes give it back. */
type StoredDraft = { id: number; version: number; updated_at: number }
type Inserted = { user_id: string; applet_id: number | null; doc: AppletDraft; now: number }

/**
 * A suggestion that was opened and not changed: it is nobody's draft yet, so no list has it, and it goes with the next draft
 * that is stored an hour later or more, when no tab shows it any more, and before it keeps its user from another draft.
 */
export const isSuggestion = sql`(${drafts.version} = 1 and ${drafts.applet_id} is null
  and exists (select 1 from ${stepsOfDocument(drafts.doc)} where ${isOfService})
  and not exists (select 1 from ${stepsOfDocument(drafts.doc)} where ${isOfService} and not ${isStepGuessed}))`

/**
 * Stores a draft. Null where the user has as many as they may, one of this Applet, or one with this content that nobody
 * has changed since it was stored.
 */
export async function insertDraft(db: Db, { user_id, applet_id, doc, now }: Inserted): Promise<StoredDraft | null> {
  const text = JSON.stringify(doc)
  const isFull = sql`(select count(*) from ${drafts} d where d.user_id = ${user_id}) >= ${DRAFTS_MAX}`
  const isLeft = and(isSuggestion, or(lt(drafts.updated_at, now - HOUR), isFull), sql`${drafts.doc} <> ${text}`)
  const where = sql`not ${isFull} and not exists (select 1 from ${drafts} d where d.user_id = ${user_id}
    and d.applet_id is null and d.version = 1 and d.doc = ${text})`
  const row = { user_id, applet_id, version: 1, doc, created_at: now, updated_at: now }
  const { written } = await runNamed(db, {
    left: db.delete(drafts).where(and(eq(drafts.user_id, user_id), isLeft)),
    written: insertRow(db, drafts, row, { where })
      .onConflictDoNothing()
      .returning({ id: drafts.id, version: drafts.version, updated_at: drafts.updated_at }),
  })
  const [stored] = written
  return stored ?? null
}

/** The user's draft of this Applet, or the untouched one with this content. */
export async function findDraft(db: Db, { user_id, applet_id, doc }: Omit<Inserted, 'now'>) {
  const which =
    applet_id === null
      ? and(eq(drafts.version, 1), sql`${drafts.doc} = ${JSON.stringify(doc)}`)
      : eq(drafts.applet_id, applet_id)
  const [row] = await db
    .select({ id: drafts.id, version: drafts.version })
    .from(drafts)
    .where(and(eq(drafts.user_id, user_id), which))
    .limit(1)
  return row ?? null
}

/** The id of the user's draft of this Applet; null without one. */
export async function readDraftIdOfApplet(db: Db, user_id: string, applet_id: number): Promise<number | null> {
  const [row] = await db
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.applet_id, applet_id), eq(drafts.user_id, user_id)))
  return row?.id ?? null
}

type Change = { id: number; user_id: string; version: number; doc: AppletDraft; now: number }

/** Writes the draft's next version. Returns whether it was at `version`. */
export async function updateDraft(db: Db, { id, user_id, version, doc, now }: Change): Promise<boolean> {
  const changed = await db
    .update(drafts)
    .set({ doc, version: version + 1, updated_at: now })
    .where(and(eq(drafts.id, id), eq(drafts.user_id, user_id), eq(drafts.version, version)))
    .returning({ id: drafts.id })
  return changed.length > 0
}

/** Returns whether the user had it. */
export async function deleteDraftRow(db: Db, user_id: string, id: number): Promise<boolean> {
  const gone = await db
    .delete(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.user_id, user_id)))
    .returning({ id: drafts.id })
  return gone.length > 0
}
