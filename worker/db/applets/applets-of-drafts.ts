import { and, eq, not, sql, type SQL } from 'drizzle-orm'
import type { AppletDocument } from '../../contract/applets/applet-document.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { stepIdOf } from '../../contract/connections/service.ts'
import type { Tier } from '../../contract/tiers.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Db } from '../../system/d1/client.ts'
import { insertActivity } from '../activity-entries.ts'
import { hasFreeSlot, subscriptionsUnchanged } from '../billing/plan-conditions.ts'
import { runNamed } from '../d1-batch.ts'
import { giveRunner, hasRunner, runnerIdOf, wantedOf, wantedQuery, type WantedStep } from '../runners.ts'
import { insertRow } from '../insert-row.ts'
import { activity_log, applets, enablements } from '../schema/applets.ts'
import { service_steps } from '../schema/connections.ts'
import { drafts } from '../schema/drafts.ts'
import { CONDITIONS, hasEnablement } from './applet-conditions.ts'
import { queriesForUser, type RowsForUser } from './applet-rows.ts'
import { columnsOfBefore, lastStepId, writesOfVersion } from './applet-versions.ts'
import { markerOfDraft } from './draft-markers.ts'
import { keptOr, ownEnablement, turnOn, type AddressKeys, type OwnValues, type Pace } from './enablement-writes.ts'

/** A stored draft as it was checked. */
type CheckedDraft = {
  id: number
  version: number
  user: { id: string; tier: Tier; subscriptions_version: string }
  /** Given to a user who has no Runner yet: the keys name it. */
  first_runner: string | null
  /** The `wanted` of a Runner that was told before; null of any other. */
  wanted: number | null
  pace: Pace
}

/**
 * What was written, with the Applet's rows right after it. `step`: how far that brought `wanted`; null where the author's
 * Runner has to be told everything.
 */
type WrittenDraft = { step: WantedStep | null; rows: RowsForUser }

/** The Applet that a draft becomes. `own`: its author's values of the fields that users are asked for. */
export type MadeApplet = {
  name: string
  brand_color: string
  document: AppletDocument
  own: OwnValues
}

type Writing = Pick<Ctx, 'db' | 'now' | 'realNow' | 'id'> & { sessionHash: string }

/**
 * Reads what the keys and ids of an Applet that is made or saved follow from: its id, for which keys are sealed; the
 * highest id that a step of any version has had, -1 for none; and its author's Runner, null before the first, with its
 * `wanted`, null before it was told.
 */
export async function readIdsToMake(db: Db, user_id: string, edited_id: number | null) {
  const user = sql`${user_id}`
  const [row] = await db.all<{ id: number; last_step_id: number; runner_id: string | null; wanted: number | null }>(
    sql`select coalesce(${edited_id}, ${nextId()}) as id, ${lastStepId(edited_id)} as last_step_id,
      ${runnerIdOf(user)} as runner_id, ${wantedOf(user)} as wanted`,
  )
  if (!row) throw new Error('A select without a table has one row.')
  return row
}

function nextId(): SQL<number> {
  return sql<number>`coalesce((select s.seq from sqlite_sequence s where s.name = 'applets'), 0) + 1`
}

/**
 * Makes a private Applet of a complete draft, turns it on for its author and deletes the draft, in one transaction:
 * only while the draft is at this version, the quota has a free slot, the plan is the one that was checked and the id is
 * the next. Returns null where it was not written.
 */
export async function insertApplet(
  ctx: Writing,
  draft: CheckedDraft,
  made: MadeApplet & { id: number; keys: AddressKeys },
): Promise<WrittenDraft | null> {
  const { db } = ctx
  const { user } = draft
  const { id, name, brand_color, document, own, keys } = made
  const { marker, marked, changed } = changeOf(ctx, draft)
  const now = ctx.now()
  const owner = { user_id: user.id, applet_id: id }
  const times = { created_at: now, updated_at: now }
  const row = { id, name, brand_color, author_id: user.id, enabled_count: 1, ...columnsOfBefore(document), ...times }
  const entry = { id: marker, kind: 'enabled', user_id: user.id, applet_id: null } as const
  const isAsChecked = and(
    eq(drafts.id, draft.id),
    draftUnchanged(draft),
    hasFreeSlot(user.id, user.tier),
    subscriptionsUnchanged(user.id, user.subscriptions_version),
    stepsExist(document),
    sql`${nextId()} = ${id}`,
    draft.first_runner === null ? undefined : hasRunner(user.id, draft.first_runner),
  )
  const written = await runNamed(db, {
    runner: draft.first_runner === null ? [] : [giveRunner(ctx, user.id, draft.first_runner)],
    marks: insertActivity(ctx, entry, { from: drafts, where: isAsChecked }).returning(wantedBefore(user.id)),
    made: insertRow(db, applets, row, { from: activity_log, where: and(marked, changed) }),
    logged: db.update(activity_log).set({ applet_id: id }).where(and(marked, changed)),
    version: writesOfVersion(db, { applet_id: id, version: 1, doc: document, created_at: now }, changed),
    own: turnOn(ctx, owner, { keys, pace: draft.pace, ...own }, { marked: and(marked, changed) }),
    draft: db.delete(drafts).where(and(eq(drafts.id, draft.id), changed)),
    wanted: wantedAfter(db, draft),
    ...rowsAfter(ctx, id),
  })
  return writtenDraft(written)
}

/** One's own Applet as it was read. */
type EditedApplet = {
  row: { id: number; published_at: number | null; taken_down: 'applet' | 'author' | null }
  newest: { version: number; doc: AppletDocument }
}

/**
 * Saves one's own Applet and deletes the draft, in one transaction. Other users keep the version that they have. `name`:
 * null keeps it. Returns null where it was not written: the draft, the Applet, its newest version or the plan has
 * changed meanwhile.
 */
export async function saveEditedApplet(
  ctx: Writing,
  draft: CheckedDraft,
  { row, newest }: EditedApplet,
  made: Omit<MadeApplet, 'name'> & { name: string | null; keys: AddressKeys },
): Promise<WrittenDraft | null> {
  const { db } = ctx
  const { user, pace } = draft
  const { name, brand_color, document, own, keys } = made
  const { marker, marked, changed } = changeOf(ctx, draft)
  const runsTheSame = JSON.stringify(newest.doc) === JSON.stringify(document)
  const version = runsTheSame ? newest.version : newest.version + 1
  const now = ctx.now()
  const owner = { user_id: user.id, applet_id: row.id }
  const facts = { user_id: user.id, row: { ...row, version: newest.version }, now }
  const entry = { id: marker, kind: 'saved', user_id: user.id, applet_id: row.id } as const
  const isAsChecked = and(
    eq(applets.id, row.id),
    CONDITIONS.is_author(facts),
    CONDITIONS.is_not_archived(),
    CONDITIONS.is_as_visible(facts),
    CONDITIONS.is_same_version(facts),
    draftUnchanged(draft),
    subscriptionsUnchanged(user.id, user.subscriptions_version),
    stepsExist(document),
    draft.first_runner === null ? undefined : hasRunner(user.id, draft.first_runner),
  )
  const hasNone = and(marked, changed, not(hasEnablement(user.id, row.id)))
  const written = await runNamed(db, {
    runner: draft.first_runner === null ? [] : [giveRunner(ctx, user.id, draft.first_runner)],
    marks: insertActivity(ctx, entry, { from: applets, where: isAsChecked }).returning(wantedBefore(user.id)),
    made: db
      .update(applets)
      .set({ brand_color, ...columnsOfBefore(document), ...(name !== null && { name }), updated_at: now })
      .where(and(eq(applets.id, row.id), changed)),
    version: runsTheSame
      ? []
      : writesOfVersion(db, { applet_id: row.id, version, doc: document, created_at: now }, changed),
    // Authors who never turned it on still have it off: what they gave for themselves waits.
    waiting: hasOwnValues(own, pace)
      ? [turnOn(ctx, owner, { keys, pace, ...own }, { marked: hasNone, status: 'disabled' })]
      : [],
    own: db
      .update(enablements)
      .set({ version, ...pace, ...own, ...keptOr(keys), updated_at: now })
      .where(and(ownEnablement(owner), changed)),
    draft: db.delete(drafts).where(and(eq(drafts.id, draft.id), changed)),
    wanted: wantedAfter(db, draft),
    ...rowsAfter(ctx, row.id),
  })
  return writtenDraft(written)
}

function rowsAfter({ db, sessionHash, realNow }: Writing, id: number) {
  return queriesForUser(db, { id, friendly_id: null }, sessionHash, realNow())
}

function wantedBefore(user_id: string) {
  return { before: wantedOf(sql`${user_id}`).as('before') }
}

function wantedAfter(db: Db, { user, wanted }: CheckedDraft) {
  return wanted === null ? [] : [wantedQuery(db, { user_id: user.id })]
}

type Answers = RowsForUser & { marks: { before: number | null }[]; wanted: { wanted: number }[] }

function writtenDraft({ marks: [mark], wanted: [after], ...rows }: Answers): WrittenDraft | null {
  if (!mark) return null
  return { step: mark.before === null || !after ? null : { before: mark.before, after: after.wanted }, rows }
}

/** Whether the author gave anything that is for them alone. */
function hasOwnValues({ fields }: OwnValues, pace: Pace): boolean {
  return Object.keys(fields).length > 0 || Object.values(pace).some((each) => each !== null)
}

/** The draft is still at this version, and its author's. */
function draftUnchanged({ id, version, user }: CheckedDraft): SQL {
  return sql`exists (select 1 from ${drafts} d where d.id = ${id} and d.version = ${version} and d.user_id = ${user.id})`
}

/**
 * The two rows that the writes of a draft's change depend on: its log entry, written first if all conditions hold, and
 * the draft, which goes last. So nothing is written a second time.
 */
function changeOf({ db }: Writing, draft: CheckedDraft) {
  const marker = markerOfDraft(draft.id)
  const marked = eq(activity_log.id, marker)
  const entry = db
    .select({ one: sql`1` })
    .from(activity_log)
    .where(marked)
  return { marker, marked, changed: sql`(exists ${entry} and ${draftUnchanged(draft)})` }
}

/** The catalog still has each of the steps. */
function stepsExist({ steps }: AppletDocument): SQL {
  const ids = [...new Set(stepsOfServices(steps).map((step) => stepIdOf(step.kind, step)))]
  return sql`(select count(*) from ${service_steps} s
    where s.id in (select value from json_each(${JSON.stringify(ids)}))) = ${ids.length}`
}
