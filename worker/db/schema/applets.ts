import { desc, sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ofUser, users } from './accounts.ts'
import { service_steps } from './connections.ts'
import type { ActivityDetail, ActivityKind } from '../../contract/activity/activity-entry.ts'
import { ACTIVITY_CATEGORIES } from '../../contract/activity/activity-entry.ts'
import { MOBILE_SYSTEMS } from '../../contract/messages/app-link.ts'
import { CONFIG_TYPES, TAKEN_DOWN } from '../../contract/applets/applet.ts'
import type { PublicFace } from '../../contract/applets/applet.ts'
import type { ChoiceLabels } from '../../contract/applets/choice-label.ts'
import { upcastDocument } from '../../contract/applets/applet-document.ts'
import { documentColumn, flagColumn, primaryId, momentColumn, sqlList, timestamps, jsonColumn } from './columns.ts'

/** §3 Applet. */
export const applets = sqliteTable(
  'applets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    friendly_id: text('friendly_id').unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    brand_color: text('brand_color').notNull(),
    config_type: text('config_type', { enum: CONFIG_TYPES }).notNull().default('static'),
    author_id: text('author_id')
      .notNull()
      .references(() => users.id),
    applet_type: text('applet_type', { enum: MOBILE_SYSTEMS }),
    /** Only Workers of before read these four: an Applet's document tells its filter, its wait and its plan. */
    pro_features: flagColumn('pro_features').notNull().default(false),
    intermediate_pro_features: flagColumn('intermediate_pro_features').notNull().default(false),
    filter_code: text('filter_code'),
    actions_delay: integer('actions_delay').notNull().default(0),
    value_propositions: jsonColumn('value_propositions')
      .$type<{ title: string; text: string }[]>()
      .notNull()
      .default([]),
    can_push_enable: flagColumn('can_push_enable').notNull().default(true),
    show_app_modal: flagColumn('show_app_modal').notNull().default(false),
    /** How many users have it enabled now, updated by the batches that enable and disable. */
    enabled_count: integer('enabled_count').notNull().default(0),
    run_count: integer('run_count').notNull().default(0),
    /** Null while it is not published. Lists sort by it; no public answer tells it. */
    published_at: momentColumn('published_at'),
    /** The face that all but its author see after it was taken back (db/applets/public-face.ts); null while it is published. */
    public_face: jsonColumn('public_face').$type<PublicFace>(),
    archived_at: momentColumn('archived_at'),
    /** A new author's Applet stands in no list before; null once it may (applets/moderation/list-due-applets.ts). */
    unlisted_until: momentColumn('unlisted_until'),
    /** An operator took it down: itself, or its author's all. Null while it is not. */
    taken_down: text('taken_down', { enum: TAKEN_DOWN }),
    ...timestamps(),
  },
  (table) => [
    index('applets_author').on(table.author_id),
    // In the order of home; the row's id breaks ties.
    index('applets_popular')
      .on(desc(table.enabled_count))
      .where(sql`${table.published_at} is not null and ${table.archived_at} is null`),
    // In the order of an author's page; the row's id breaks ties.
    index('applets_author_published')
      .on(table.author_id, desc(table.enabled_count))
      .where(sql`${table.published_at} is not null and ${table.archived_at} is null`),
    // For sitemaps, which pass over drafts; and for an author's first published Applet.
    index('applets_public')
      .on(table.id)
      .where(sql`${table.published_at} is not null and ${table.archived_at} is null`),
    index('applets_author_public')
      .on(table.author_id)
      .where(sql`${table.published_at} is not null and ${table.archived_at} is null`),
    index('applets_taken_down')
      .on(desc(table.updated_at))
      .where(sql`${table.taken_down} is not null`),
    index('applets_unlisted')
      .on(table.unlisted_until)
      .where(sql`${table.unlisted_until} is not null`),
    check('applets_config_type', sql`${table.config_type} in (${sql.raw(sqlList(CONFIG_TYPES))})`),
    check('applets_actions_delay', sql`${table.actions_delay} between 0 and 2592000`),
    check('applets_enabled_count', sql`${table.enabled_count} >= 0`),
    check('applets_name', sql`length(${table.name}) between 1 and 200`),
  ],
)

/** The column of rows that go with their Applet. */
export function ofApplet() {
  return integer('applet_id')
    .notNull()
    .references(() => applets.id, { onDelete: 'cascade' })
}

/** An index of the steps of each Applet's newest version, which lists and search read; db/applets fills it. */
export const applet_steps = sqliteTable(
  'applet_steps',
  {
    applet_id: ofApplet(),
    /** Its id in the document. */
    position: integer('position').notNull(),
    /** Orders the steps; where it is the same, `position` does. */
    place: integer('place').notNull().default(0),
    step_id: text('step_id')
      .notNull()
      .references(() => service_steps.id),
    /** Which of several accounts of the service it uses, from 0. */
    account_slot: integer('account_slot').notNull().default(0),
    /** Only Workers of before read it: the document has the values that the author fixed. */
    fields: jsonColumn('fields').$type<Record<string, string>>().notNull().default({}),
    /** The feature that the step belongs to, in a dynamic connection; null for every feature. */
    configuration_slug: text('configuration_slug'),
  },
  (table) => [
    primaryKey({ columns: [table.applet_id, table.position] }),
    index('applet_steps_step').on(table.step_id),
    // An Applet, or a feature, has one trigger. A step's id is the path of its page, so it names the kind.
    uniqueIndex('applet_steps_one_trigger')
      .on(table.applet_id, sql`coalesce(${table.configuration_slug}, '')`)
      .where(sql`instr(${table.step_id}, '/triggers/') > 0`),
  ],
)

/** The published Applets of each step, most used first. SQL triggers of the migration keep them. */
export const step_applets = sqliteTable(
  'step_applets',
  {
    applet_id: ofApplet(),
    step_id: text('step_id').notNull(),
    enabled_count: integer('enabled_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.applet_id, table.step_id] }),
    index('step_applets_popular').on(table.step_id, desc(table.enabled_count), table.applet_id),
  ],
)

/** The features of a dynamic connection, each turned on and off separately. */
export const configurations = sqliteTable(
  'configurations',
  {
    applet_id: ofApplet(),
    slug: text('slug').notNull(),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    icon: text('icon').notNull(),
    required: flagColumn('required').notNull().default(false),
    /** Keys of the user fields ("{id}.{slug}") that the feature requires. */
    fields: jsonColumn('fields').$type<string[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.applet_id, table.slug] })],
)

/** The document of an Applet, which its author's next one follows. A version never changes. */
export const applet_versions = sqliteTable(
  'applet_versions',
  {
    applet_id: ofApplet(),
    version: integer('version').notNull(),
    doc: documentColumn('doc', upcastDocument).notNull(),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applet_id, table.version] })],
)

/** One user's Applet. No row is never_enabled_for_user (§3). */
export const enablements = sqliteTable(
  'enablements',
  {
    id: primaryId(),
    user_id: ofUser(),
    applet_id: ofApplet(),
    status: text('status', { enum: ['enabled', 'disabled'] }).notNull(),
    /** The user's own field values, keyed "{id}.{slug}". */
    fields: jsonColumn('fields').$type<Record<string, string>>().notNull().default({}),
    /** Of the user's live choices among them. */
    labels: jsonColumn('labels').$type<ChoiceLabels>().notNull().default({}),
    push_enabled: flagColumn('push_enabled').notNull().default(false),
    failed_run_notifications_enabled: flagColumn('failed_run_notifications_enabled').notNull().default(true),
    /** The key of the webhook's address, as system/secrets/hook-key.ts stores it. */
    hook_key_hash: text('hook_key_hash').unique(),
    hook_key_sealed: text('hook_key_sealed'),
    /** The key of the address to which mail may be sent, as system/secrets/mail-key.ts stores it. */
    mail_key_hash: text('mail_key_hash').unique(),
    mail_key_sealed: text('mail_key_sealed'),
    /** When its user last turned it on; null for rows from before there were runs. */
    enabled_at: momentColumn('enabled_at'),
    /** The version that this user has. */
    version: integer('version').notNull().default(1),
    /** False for "Don't keep contents". */
    keep_contents: flagColumn('keep_contents').notNull().default(true),
    /** Seconds: at most one run in that time. */
    min_gap: integer('min_gap'),
    /** Minutes of the user's day between which runs are skipped. */
    quiet_from: integer('quiet_from'),
    quiet_to: integer('quiet_to'),
    /** Hours: the user is told when no event came for so long. */
    expect_every: integer('expect_every'),
    run_count: integer('run_count').notNull().default(0),
    last_run: momentColumn('last_run'),
    /** Disabled because a plan ended, not by the user. A plan with room enables it again (pause-over-quota.ts). */
    paused_at: momentColumn('paused_at'),
    ...timestamps(),
  },
  (table) => [
    unique('enablements_user_applet').on(table.user_id, table.applet_id),
    index('enablements_applet').on(table.applet_id, table.status),
    check('enablements_status', sql`${table.status} in ('enabled', 'disabled')`),
  ],
)

export const live_configurations = sqliteTable(
  'live_configurations',
  {
    enablement_id: text('enablement_id')
      .notNull()
      .references(() => enablements.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    disabled: flagColumn('disabled').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.enablement_id, table.slug] })],
)

/** Runs and changes of each user, newest first on the activity pages. */
export const activity_log = sqliteTable(
  'activity_log',
  {
    id: primaryId(),
    user_id: ofUser(),
    applet_id: integer('applet_id').references(() => applets.id, { onDelete: 'set null' }),
    kind: text('kind').$type<ActivityKind>().notNull(),
    /** The filter of the activity pages; the kind decides it. */
    category: text('category', { enum: ACTIVITY_CATEGORIES }).notNull().default('change'),
    detail: jsonColumn('detail').$type<ActivityDetail>().notNull().default({}),
    created_at: momentColumn('created_at').notNull(),
  },
  (table) => [
    index('activity_log_user').on(table.user_id, table.category, table.created_at, table.id),
    // The Applet first, so that deleting one finds its rows too.
    index('activity_log_applet').on(table.applet_id, table.user_id, table.category, table.created_at, table.id),
  ],
)
