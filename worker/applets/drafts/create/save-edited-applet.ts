import { and, eq, not, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { activityRow } from '../../../system/activity-log/activity-row.ts'
import { insertEnablement, keptOr, newAddressKeys } from '../../enable/insert-enablement.ts'
import {
  hasEnablement,
  isAuthor,
  notArchived,
  ownEnablement,
  visibilityUnchanged,
} from '../../enable/write-conditions.ts'
import { subscriptionsUnchanged } from '../../../db/billing/plan-conditions.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { activity_log, applets, enablements } from '../../../db/schema/applets.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { columnsOfBefore, newestVersion, writesOfVersion } from '../../../db/applets/applet-versions.ts'
import type { EditedApplet, NewestVersion } from '../view/draft-queries.ts'
import type { AppletOfDraft } from './applet-of-draft.ts'
import { changeOf, draftUnchanged, paceOf, stepsExist, type StoredDraft } from './applet-writes.ts'

type Edited = { row: EditedApplet; newest: NewestVersion }

/** One Save: the draft, the Applet that it makes, its version, and what each write depends on. */
type Saving = ReturnType<typeof changeOf> & {
  draft: StoredDraft
  made: AppletOfDraft
  edited: Edited
  version: number
}

/**
 * Saves one's own Applet and deletes the draft, in one transaction. Other users keep the version that they have.
 * Returns whether it was written: not where the draft, the Applet, its newest version or the plan has changed
 * meanwhile.
 */
export async function saveEditedApplet(
  ctx: Ctx,
  draft: StoredDraft,
  made: AppletOfDraft,
  edited: Edited,
): Promise<boolean> {
  const { row, newest } = edited
  const keys = await newAddressKeys(ctx, { user_id: draft.actor.id, applet_id: row.id }, made)
  const runsTheSame = JSON.stringify(newest.doc) === JSON.stringify(made.document)
  const version = runsTheSame ? newest.version : newest.version + 1
  const saving: Saving = { draft, made, edited, version, ...changeOf(ctx, draft) }
  const [marks] = await ctx.db.batch([
    markSaved(ctx, saving),
    ...appletWrites(ctx, saving),
    ...enablementWrites(ctx, saving, keys),
    ctx.db.delete(drafts).where(and(eq(drafts.id, draft.id), saving.changed)),
  ])
  return marks.length > 0
}

/** The log's entry, on which all other writes depend: only while everything is as it was checked. */
function markSaved(ctx: Ctx, { draft, made, edited: { row, newest }, marker }: Saving) {
  const { actor, subscriptions_version } = draft
  const entry = { id: marker, kind: 'saved', user_id: actor.id, applet_id: applets.id, detail: '{}' } as const
  const isAsChecked = and(
    eq(applets.id, row.id),
    isAuthor(actor.id),
    notArchived(),
    visibilityUnchanged(row),
    draftUnchanged(draft),
    subscriptionsUnchanged(actor.id, subscriptions_version),
    stepsExist(made),
    sql`${newestVersion(row.id)} = ${newest.version}`,
  )
  return ctx.db
    .insert(activity_log)
    .select(ctx.db.select(activityRow(ctx, entry)).from(applets).where(isAsChecked))
    .returning({ id: activity_log.id })
}

/** The Applet's columns and, where what runs has changed, its next version. */
function appletWrites(ctx: Ctx, saving: Saving): BatchItem<'sqlite'>[] {
  const { db } = ctx
  const { draft, made, edited, version, changed } = saving
  const applet_id = edited.row.id
  const { name, ...columns } = made.columns
  const now = ctx.now()
  return [
    db
      .update(applets)
      .set({ ...columns, ...columnsOfBefore(made.document), ...(draft.doc.name !== null && { name }), updated_at: now })
      .where(and(eq(applets.id, applet_id), changed)),
    ...(version === edited.newest.version
      ? []
      : writesOfVersion(db, { applet_id, version, doc: made.document, created_at: now }, changed)),
  ]
}

type AddressKeys = Awaited<ReturnType<typeof newAddressKeys>>

/**
 * Moves the author's own enablement to this version. Authors who never turned it on still have it off: what they gave
 * for themselves waits in an enablement that is off.
 */
function enablementWrites(ctx: Ctx, saving: Saving, keys: AddressKeys): BatchItem<'sqlite'>[] {
  const { draft, made, edited, version, marked, changed } = saving
  const owner = { user_id: draft.actor.id, applet_id: edited.row.id }
  const pace = paceOf(draft.doc)
  const own = { ...pace, fields: made.own_fields }
  const hasNone = and(marked, changed, not(hasEnablement(owner.user_id, owner.applet_id)))
  return [
    ...(hasOwnValues(made, pace) ? [insertEnablement(ctx, owner, { ...keys, ...own }, hasNone, 'disabled')] : []),
    ctx.db
      .update(enablements)
      .set({ version, ...own, ...keptOr(keys), updated_at: ctx.now() })
      .where(and(ownEnablement(owner.user_id, owner.applet_id), changed)),
  ]
}

/** Whether the author gave anything that is for them alone. */
function hasOwnValues({ own_fields }: AppletOfDraft, pace: ReturnType<typeof paceOf>): boolean {
  return Object.keys(own_fields).length > 0 || Object.values(pace).some((each) => each !== null)
}
