import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { activityRow } from '../../../system/activity-log/activity-row.ts'
import { insertEnablement, newAddressKeys } from '../../enable/insert-enablement.ts'
import { hasFreeSlot, subscriptionsUnchanged } from '../../../db/billing/plan-conditions.ts'
import type { Ctx } from '../../../system/context/context.ts'
import { activity_log, applets } from '../../../db/schema/applets.ts'
import { drafts } from '../../../db/schema/drafts.ts'
import { columnsOfBefore, writesOfVersion } from '../../../db/applets/applet-versions.ts'
import type { AppletOfDraft } from './applet-of-draft.ts'
import { changeOf, draftUnchanged, paceOf, stepsExist, type StoredDraft } from './applet-writes.ts'

/**
 * Makes a private Applet of a complete draft, turns it on for its author and deletes the draft, in one transaction:
 * only while the draft is at this version, the quota has a free slot and the plan is the one that was checked. Returns
 * the Applet's id, or null where one of these no longer holds.
 */
export async function insertApplet(ctx: Ctx, draft: StoredDraft, made: AppletOfDraft): Promise<number | null> {
  const { db } = ctx
  const { actor } = draft
  // Keys of addresses are sealed for one Applet, so its id must be known before.
  const applet_id = await readNextId(ctx)
  const owner = { user_id: actor.id, applet_id }
  const keys = await newAddressKeys(ctx, owner, made)
  const { marker, marked, changed } = changeOf(ctx, draft)
  const now = ctx.now()
  const mark = db
    .insert(activity_log)
    .select(
      db
        .select(activityRow(ctx, { id: marker, kind: 'enabled', user_id: actor.id, applet_id: null, detail: '{}' }))
        .from(drafts)
        .where(
          and(
            eq(drafts.id, draft.id),
            draftUnchanged(draft),
            hasFreeSlot(actor.id, actor.tier),
            subscriptionsUnchanged(actor.id, draft.subscriptions_version),
            stepsExist(made),
            sql`${nextId()} = ${applet_id}`,
          ),
        ),
    )
    .returning({ id: activity_log.id })
  const writes: BatchItem<'sqlite'>[] = [
    db.insert(applets).select(
      db
        .select(appletColumns({ id: applet_id, author_id: actor.id, now }, made))
        .from(activity_log)
        .where(and(marked, changed)),
    ),
    db.update(activity_log).set({ applet_id }).where(and(marked, changed)),
    ...writesOfVersion(db, { applet_id, version: 1, doc: made.document, created_at: now }, changed),
    insertEnablement(ctx, owner, { ...keys, ...paceOf(draft.doc), fields: made.own_fields }, and(marked, changed)),
    db.delete(drafts).where(and(eq(drafts.id, draft.id), changed)),
  ]
  const [marks] = await db.batch([mark, ...writes])
  return marks.length > 0 ? applet_id : null
}

function nextId(): SQL<number> {
  return sql<number>`coalesce((select s.seq from sqlite_sequence s where s.name = 'applets'), 0) + 1`
}

async function readNextId({ db }: Ctx): Promise<number> {
  const row = await db.get<{ id: number }>(sql`select ${nextId()} as id`)
  return row.id
}

type Key = { id: number; author_id: string; now: number }

function appletColumns({ id, author_id, now }: Key, { columns, document }: AppletOfDraft) {
  const { name, brand_color } = columns
  const { filter_code, actions_delay } = columnsOfBefore(document)
  return {
    id: sql<number>`${id}`.as('id'),
    friendly_id: sql<null>`null`.as('friendly_id'),
    name: sql<string>`${name}`.as('name'),
    description: sql<string>`''`.as('description'),
    brand_color: sql<string>`${brand_color}`.as('brand_color'),
    config_type: sql<'static'>`'static'`.as('config_type'),
    author_id: sql<string>`${author_id}`.as('author_id'),
    applet_type: sql<null>`null`.as('applet_type'),
    pro_features: sql<boolean>`0`.as('pro_features'),
    intermediate_pro_features: sql<boolean>`0`.as('intermediate_pro_features'),
    filter_code: sql<string | null>`${filter_code}`.as('filter_code'),
    actions_delay: sql<number>`${actions_delay}`.as('actions_delay'),
    value_propositions: sql<{ title: string; text: string }[]>`'[]'`.as('value_propositions'),
    can_push_enable: sql<boolean>`1`.as('can_push_enable'),
    show_app_modal: sql<boolean>`0`.as('show_app_modal'),
    enabled_count: sql<number>`1`.as('enabled_count'),
    run_count: sql<number>`0`.as('run_count'),
    published_at: sql<null>`null`.as('published_at'),
    public_face: sql<null>`null`.as('public_face'),
    archived_at: sql<null>`null`.as('archived_at'),
    unlisted_until: sql<null>`null`.as('unlisted_until'),
    taken_down: sql<null>`null`.as('taken_down'),
    created_at: sql<number>`${now}`.as('created_at'),
    updated_at: sql<number>`${now}`.as('updated_at'),
  }
}
