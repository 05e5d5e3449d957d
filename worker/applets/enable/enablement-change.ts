import { and, eq, not, sql } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { activationPath, appletPath, editPath } from '../../contract/addresses.ts'
import { appletWord } from '../../contract/applets/applet.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import { AppError } from '../../errors/app-error.ts'
import { tierRefusal } from '../../errors/tier-refusal.ts'
import { ensureRunner } from '../../runner-sync/ensure-runner.ts'
import { newestVersion } from '../../runner-sync/write-versions.ts'
import { newHookColumns, type HookColumns } from '../../secrets/hook-key.ts'
import { newMailColumns, type MailColumns } from '../../secrets/mail-key.ts'
import { changeApplet } from './change-applet.ts'
import { hasEnablement, notArchived, ownEnablement, subscriptionsUnchanged, hasFreeSlot } from './write-conditions.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { modulesToConnect } from '../read/applet-status.ts'
import { activity_log, applets, configurations, enablements, live_configurations } from '../../db/schema/applets.ts'
import { stepsOf } from '../read/viewer-view.ts'

/** How often enabling is retried when the user's plan changes in between. */
const TRIES = 3

export function configurationNeededError({ applet }: LoadedForUser): AppError {
  return new AppError('needs_configuration', { redirectTo: editPath(applet) })
}

/** The stored or requested values are invalid: the edit page shows why (§8). */
export function invalidFieldsError({ applet }: LoadedForUser, errors: FieldError[]): AppError {
  const query = `?error_message=${encodeURIComponent(errors[0]?.message ?? '')}`
  return new AppError('invalid_input', { errors, redirectTo: editPath(applet) + query })
}

/**
 * Checks that an Applet can run for this user, in the order in which a user would fix problems. Throws `conflict`,
 * `tier_required`, `quota_reached`, `services_not_connected` with the activation path (§4.10).
 */
export function requireEnableable(loaded: LoadedForUser): void {
  const { row, applet, viewer, accounts } = loaded
  if (row.archived_at !== null) throw archivedByAuthor(loaded)
  requireAllowed(viewer)
  const missing = modulesToConnect(stepsOf(applet), accounts)
  if (missing.length > 0) {
    throw new AppError('services_not_connected', { redirectTo: activationPath(missing, appletPath(applet)) })
  }
}

/** No reload helps: only the author can restore it. */
function archivedByAuthor({ applet }: LoadedForUser): AppError {
  return new AppError('conflict', { message: SENTENCES.applet_archived(appletWord(applet.config_type)) })
}

/** Throws `tier_required` or `quota_reached` with the rules, so that a page can offer the right plan. */
export function requireAllowed({ enablement_rules }: LoadedForUser['viewer']): void {
  if (enablement_rules.block_user) throw tierRefusal(enablement_rules)
}

/**
 * Enables the Applet with these field values. The quota is counted in the same transaction, so that two requests cannot
 * both take the last slot. If the user's subscriptions have changed since the tier was read, it is decided again.
 * `done` is false if another request enabled the Applet first. Throws `tier_required`, `quota_reached`, `conflict`.
 */
export async function writeEnablement(ctx: Ctx, loaded: LoadedForUser, fields: Record<string, string>) {
  let before = loaded
  for (let tries = 0; tries < TRIES; tries++) {
    const changed = await tryToEnable(ctx, before, fields)
    const { row, viewer, subscriptions_version } = changed.loaded
    if (changed.done || viewer.status === 'enabled_for_user') return changed
    if (row.archived_at !== null) throw archivedByAuthor(changed.loaded)
    requireAllowed(viewer)
    if (subscriptions_version === before.subscriptions_version) break
    before = changed.loaded
  }
  throw new AppError('conflict')
}

type Stored = HookColumns & MailColumns & { fields: Record<string, string> }

async function tryToEnable(ctx: Ctx, loaded: LoadedForUser, fields: Record<string, string>) {
  const { row, actor, subscriptions_version } = loaded
  const keys = { ...(await hookFor(ctx, loaded)), ...(await mailFor(ctx, loaded)) }
  const free = and(hasFreeSlot(actor.id, actor.tier), subscriptionsUnchanged(actor.id, subscriptions_version))
  return changeApplet(ctx, loaded, {
    kind: 'enabled',
    when: and(notArchived(), not(hasEnablement(actor.id, row.id, 'enabled')), free),
    writes: (when, marker) => [
      upsert(ctx, loaded, { ...keys, fields }, marker),
      ctx.db
        .insert(live_configurations)
        .select(liveRows(ctx, loaded, marker))
        .onConflictDoNothing(),
      ctx.db
        .update(applets)
        .set({ enabled_count: sql`${applets.enabled_count} + 1` })
        .where(and(eq(applets.id, row.id), when)),
    ],
  })
}

async function hookFor(ctx: Ctx, { applet, actor, row }: LoadedForUser): Promise<HookColumns> {
  if (!applet.has_webhook) return { hook_key_hash: null, hook_key_sealed: null }
  const runner_id = await ensureRunner(ctx, actor.id)
  return newHookColumns(ctx, runner_id, { user_id: actor.id, applet_id: row.id })
}

async function mailFor(ctx: Ctx, { applet, actor, row }: LoadedForUser): Promise<MailColumns> {
  if (!applet.has_mail) return { mail_key_hash: null, mail_key_sealed: null }
  return newMailColumns(ctx, { user_id: actor.id, applet_id: row.id })
}

/** Enabling for the first time creates the row. Enabling again keeps its counts, switches and addresses. */
function upsert(
  { db, ...ctx }: Ctx,
  { row, actor }: LoadedForUser,
  { fields, hook_key_hash, hook_key_sealed, mail_key_hash, mail_key_sealed }: Stored,
  marker: string,
) {
  const now = ctx.now()
  const values = {
    id: sql<string>`${ctx.id('ena')}`.as('id'),
    user_id: sql<string>`${actor.id}`.as('user_id'),
    applet_id: sql<number>`${row.id}`.as('applet_id'),
    status: sql<'enabled'>`'enabled'`.as('status'),
    fields: sql<Record<string, string>>`${JSON.stringify(fields)}`.as('fields'),
    push_enabled: sql<boolean>`0`.as('push_enabled'),
    failed_run_notifications_enabled: sql<boolean>`1`.as('failed_run_notifications_enabled'),
    hook_key_hash: sql<string | null>`${hook_key_hash}`.as('hook_key_hash'),
    hook_key_sealed: sql<string | null>`${hook_key_sealed}`.as('hook_key_sealed'),
    mail_key_hash: sql<string | null>`${mail_key_hash}`.as('mail_key_hash'),
    mail_key_sealed: sql<string | null>`${mail_key_sealed}`.as('mail_key_sealed'),
    enabled_at: sql<number>`${now}`.as('enabled_at'),
    version: newestVersion(row.id).as('version'),
    keep_contents: sql<boolean>`1`.as('keep_contents'),
    min_gap: sql<null>`null`.as('min_gap'),
    quiet_from: sql<null>`null`.as('quiet_from'),
    quiet_to: sql<null>`null`.as('quiet_to'),
    expect_every: sql<null>`null`.as('expect_every'),
    run_count: sql<number>`0`.as('run_count'),
    last_run: sql<null>`null`.as('last_run'),
    paused_at: sql<null>`null`.as('paused_at'),
    created_at: sql<number>`${now}`.as('created_at'),
    updated_at: sql<number>`${now}`.as('updated_at'),
  }
  return db
    .insert(enablements)
    .select(db.select(values).from(activity_log).where(eq(activity_log.id, marker)))
    .onConflictDoUpdate({
      target: [enablements.user_id, enablements.applet_id],
      set: {
        status: 'enabled',
        paused_at: null,
        enabled_at: now,
        version: newestVersion(row.id),
        fields,
        hook_key_hash: sql`coalesce(${enablements.hook_key_hash}, excluded.hook_key_hash)`,
        hook_key_sealed: sql`coalesce(${enablements.hook_key_sealed}, excluded.hook_key_sealed)`,
        mail_key_hash: sql`coalesce(${enablements.mail_key_hash}, excluded.mail_key_hash)`,
        mail_key_sealed: sql`coalesce(${enablements.mail_key_sealed}, excluded.mail_key_sealed)`,
        updated_at: now,
      },
    })
}

/** All features of a dynamic connection start switched on. */
function liveRows({ db }: Ctx, { row, actor }: LoadedForUser, marker: string) {
  return db
    .select({ enablement_id: enablements.id, slug: configurations.slug, disabled: sql<boolean>`0`.as('disabled') })
    .from(enablements)
    .innerJoin(configurations, eq(configurations.applet_id, enablements.applet_id))
    .innerJoin(activity_log, eq(activity_log.id, marker))
    .where(ownEnablement(actor.id, row.id))
}
