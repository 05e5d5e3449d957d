import { activationPath, appletPath, editPath } from '../../contract/addresses.ts'
import { appletWord, type AppletStatus } from '../../contract/applets/applet.ts'
import { appletRules, needsOf } from '../../contract/enablement/enablement-rules.ts'
import { ERRORS, SENTENCES, type FieldError } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { tierRefusal } from '../../system/errors/tier-refusal.ts'
import { ALLOWED_STATUSES, modulesToConnect, type AppletAction } from '../read/applet-status.ts'
import type { LoadedForUser } from '../read/load-applet.ts'

/** The actions that users and author still have on an Applet that was taken down: all leave it. */
const AFTER_TAKEDOWN = new Set<AppletAction>(['disable', 'delete', 'unpublish', 'set_notifications'])

/**
 * Throws `conflict` (409) if the Applet's status does not allow the action: the page is out of date. Throws
 * `taken_down` (410) for what an operator has stopped.
 */
export function requireAllowedAction(loaded: LoadedForUser, action: AppletAction): void {
  if (loaded.applet.taken_down && !AFTER_TAKEDOWN.has(action)) throw new AppError('taken_down')
  if (!ALLOWED_STATUSES[action].includes(loaded.viewer.status)) throw statusConflict(loaded, action)
}

/** Why an Applet in this status refuses an action, and what to do first. */
const REFUSED_BY: Record<AppletStatus, (word: string) => string> = {
  never_enabled_for_user: SENTENCES.applet_not_yours,
  disabled_for_user: SENTENCES.applet_off,
  archived: SENTENCES.applet_archived_by_you,
  // Its status allows every action but restoring, so it changed between two writes.
  enabled_for_user: () => ERRORS.conflict[1],
}

/** The `conflict` (409) that says which status stands in the way. */
export function statusConflict({ applet, viewer }: LoadedForUser, action: AppletAction): AppError {
  const sentence = action === 'restore' ? SENTENCES.applet_not_archived : REFUSED_BY[viewer.status]
  return new AppError('conflict', { message: sentence(appletWord(applet.config_type)) })
}

/** Hides the action from everyone but the author. Throws `not_found` (404). */
export function requireAuthor({ viewer }: LoadedForUser): void {
  if (!viewer.is_author) throw new AppError('not_found')
}

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
  const { applet, steps, actor } = loaded
  const given = { enabled: 0, status: 'never_enabled_for_user', needs: needsOf(steps, applet) } as const
  requireAllowed({ enablement_rules: appletRules(actor, given) })
  requireConnected(loaded)
}

function requireConnected({ applet, steps, accounts }: LoadedForUser): void {
  const missing = modulesToConnect(steps, accounts)
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
