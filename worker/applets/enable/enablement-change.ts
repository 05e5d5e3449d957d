import { and, eq, not, sql } from 'drizzle-orm'
import type { Ctx } from '../../system/context/context.ts'
import { activationPath, appletPath, editPath } from '../../contract/addresses.ts'
import { appletWord } from '../../contract/applets/applet.ts'
import { appletRules, needsOf } from '../../contract/enablement/enablement-rules.ts'
import { SENTENCES, type FieldError } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'
import { changeApplet } from './change-applet.ts'
import { addressKeysOf, insertEnablement, NO_PACE } from './insert-enablement.ts'
import { hasFreeSlot, subscriptionsUnchanged } from '../../db/billing/plan-conditions.ts'
import { hasEnablement, notArchived, ownEnablement, visibilityUnchanged } from './write-conditions.ts'
import { writesApplet, writesEnablement, writesFeature } from './written-rows.ts'
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
  const { row, viewer } = loaded
  if (row.archived_at !== null) throw archivedByAuthor(loaded)
  requireAllowed(viewer)
  requireConnected(loaded)
}

/**
 * An Applet that is on moves to its author's next version, which may need another plan or service. Throws
 * `tier_required`, `services_not_connected`.
 */
export function requireNewVersionAllowed(loaded: LoadedForUser): void {
  const { applet, actor } = loaded
  const given = { enabled: 0, status: 'never_enabled_for_user', needs: needsOf(applet) } as const
  requireAllowed({ enablement_rules: appletRules(actor, given) })
  requireConnected(loaded)
}

function requireConnected({ applet, accounts }: LoadedForUser): void {
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
export function requireAllowed({ enablement_rules }: Pick<LoadedForUser['viewer'], 'enablement_rules'>): void {
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
    const changed = await tryToEnable(ctx, before, { fields, seen: loaded.row })
    const { row, viewer } = changed.loaded
    if (changed.done || viewer.status === 'enabled_for_user') return changed
    if (row.archived_at !== null) throw archivedByAuthor(changed.loaded)
    requireAllowed(viewer)
    if (!hasNewFacts(before, changed.loaded)) break
    before = changed.loaded
  }
  throw new AppError('conflict')
}

/** Whether something besides the Applet has changed on which the write depends: another try may succeed. */
function hasNewFacts(before: LoadedForUser, after: LoadedForUser): boolean {
  return before.subscriptions_version !== after.subscriptions_version || before.runner_id !== after.runner_id
}

/** `seen`: the Applet as it was when the user pressed, however often it is tried. */
type Pressed = { fields: Record<string, string>; seen: LoadedForUser['row'] }

async function tryToEnable(ctx: Ctx, loaded: LoadedForUser, { fields, seen }: Pressed) {
  const { row, actor, subscriptions_version } = loaded
  const owner = { user_id: actor.id, applet_id: row.id }
  const { keys, first, when: hasKeys } = await addressKeysOf(ctx, loaded)
  const free = and(hasFreeSlot(actor.id, actor.tier), subscriptionsUnchanged(actor.id, subscriptions_version))
  return changeApplet(ctx, loaded, {
    kind: 'enabled',
    first,
    when: and(notArchived(), visibilityUnchanged(seen), not(hasEnablement(actor.id, row.id, 'enabled')), free, hasKeys),
    writes: (when, marker) => [
      writesEnablement(
        insertEnablement(ctx, owner, { ...keys, ...NO_PACE, fields }, eq(activity_log.id, marker)).returning(),
      ),
      ...(loaded.applet.config_type === 'dynamic' ? [startFeatures(ctx, loaded, marker)] : []),
      writesApplet(
        ctx.db
          .update(applets)
          .set({ enabled_count: sql`${applets.enabled_count} + 1` })
          .where(and(eq(applets.id, row.id), when))
          .returning(),
      ),
    ],
  })
}

/** All features of a dynamic connection start switched on. */
function startFeatures({ db }: Ctx, { row, actor }: LoadedForUser, marker: string) {
  const live = db
    .select({ enablement_id: enablements.id, slug: configurations.slug, disabled: sql<boolean>`0`.as('disabled') })
    .from(enablements)
    .innerJoin(configurations, eq(configurations.applet_id, enablements.applet_id))
    .innerJoin(activity_log, eq(activity_log.id, marker))
    .where(ownEnablement(actor.id, row.id))
  return writesFeature(db.insert(live_configurations).select(live).onConflictDoNothing().returning())
}
