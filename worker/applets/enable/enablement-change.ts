import { and, eq, not, sql } from 'drizzle-orm'
import type { Ctx } from '../../context/context.ts'
import { activationPath, appletPath, editPath } from '../../contract/addresses.ts'
import type { FieldError } from '../../contract/errors.ts'
import { AppError } from '../../errors/app-error.ts'
import { tierRefusal } from '../../errors/tier-refusal.ts'
import { newHookColumns, type HookColumns } from '../../secrets/hook-key.ts'
import { changeApplet } from './change-applet.ts'
import { hasEnablement, notArchived, ownEnablement, subscriptionsUnchanged, hasFreeSlot } from './write-conditions.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { modulesToConnect } from '../read/applet-status.ts'
import { activity_log, applets, configurations, enablements, live_configurations } from '../../db/schema/applets.ts'
import { stepsOf } from '../read/viewer-view.ts'

/** Somebody's plan changes, while they enable, at most so often. */
const TRIES = 3

export function configurationNeededError({ applet }: LoadedForUser): AppError {
  return new AppError('needs_configuration', { redirectTo: editPath(applet) })
}

/** What was stored, or asked for, is not valid: the edit path says why (§8). */
export function invalidFieldsError({ applet }: LoadedForUser, errors: FieldError[]): AppError {
  const query = `?error_message=${encodeURIComponent(errors[0]?.message ?? '')}`
  return new AppError('invalid_input', { errors, redirectTo: editPath(applet) + query })
}

/**
 * What must hold before an Applet can run for this user, in the order in which a person would mend it. Throws
 * `conflict`, `tier_required`, `quota_reached`, `services_not_connected` with the activation path (§4.10).
 */
export function requireEnableable({ row, applet, viewer, accounts }: LoadedForUser): void {
  if (row.archived_at !== null) throw new AppError('conflict', { message: 'Its author has archived this Applet.' })
  requireAllowed(viewer)
  const missing = modulesToConnect(stepsOf(applet), accounts)
  if (missing.length > 0) {
    throw new AppError('services_not_connected', { redirectTo: activationPath(missing, appletPath(applet)) })
  }
}

/** Throws `tier_required` or `quota_reached` with the rules, so that a page can offer what lifts them. */
export function requireAllowed({ enablement_rules }: LoadedForUser['viewer']): void {
  if (enablement_rules.block_user) throw tierRefusal(enablement_rules)
}

/**
 * Enables the Applet with these field values. The quota is counted in the same transaction, so that two at once can
 * not both take the last slot, and the plans must be those that the tier was read from: where one ended or began
 * meanwhile, it is decided anew. Where the Applet was enabled meanwhile, `done` is false. Throws `tier_required`,
 * `quota_reached`, `conflict`.
 */
export async function writeEnablement(ctx: Ctx, world: LoadedForUser, fields: Record<string, string>) {
  let before = world
  for (let tries = 0; tries < TRIES; tries++) {
    const changed = await tryToEnable(ctx, before, fields)
    const { viewer, subscriptions_version } = changed.world
    if (changed.done || viewer.status === 'enabled_for_user') return changed
    requireAllowed(viewer)
    if (subscriptions_version === before.subscriptions_version) break
    before = changed.world
  }
  throw new AppError('conflict')
}

async function tryToEnable(ctx: Ctx, world: LoadedForUser, fields: Record<string, string>) {
  const { row, actor, subscriptions_version } = world
  const hook = await hookFor(ctx, world)
  const free = and(hasFreeSlot(actor.id, actor.tier), subscriptionsUnchanged(actor.id, subscriptions_version))
  return changeApplet(ctx, world, {
    kind: 'enabled',
    when: and(notArchived(), not(hasEnablement(actor.id, row.id, 'enabled')), free),
    writes: (when, marker) => [
      upsert(ctx, world, { ...hook, fields }, marker),
      ctx.db
        .insert(live_configurations)
        .select(liveRows(ctx, world, marker))
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
  return newHookColumns(ctx, { user_id: actor.id, applet_id: row.id })
}

/** A first enabling makes the row; a later one keeps it with its counts, its switches and its webhook address. */
function upsert(
  { db, ...ctx }: Ctx,
  { row, actor }: LoadedForUser,
  { fields, hook_key_hash, hook_key_sealed }: HookColumns & { fields: Record<string, string> },
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
        fields,
        hook_key_hash: sql`coalesce(${enablements.hook_key_hash}, excluded.hook_key_hash)`,
        hook_key_sealed: sql`coalesce(${enablements.hook_key_sealed}, excluded.hook_key_sealed)`,
        updated_at: now,
      },
    })
}

/** The features of a dynamic connection are all on at first. */
function liveRows({ db }: Ctx, { row, actor }: LoadedForUser, marker: string) {
  return db
    .select({ enablement_id: enablements.id, slug: configurations.slug, disabled: sql<boolean>`0`.as('disabled') })
    .from(enablements)
    .innerJoin(configurations, eq(configurations.applet_id, enablements.applet_id))
    .innerJoin(activity_log, eq(activity_log.id, marker))
    .where(ownEnablement(actor.id, row.id))
}
