import { appletWord, type AppletStatus } from '../../contract/applets/applet.ts'
import { ERRORS, SENTENCES } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { ALLOWED_STATUSES, type AppletAction } from '../read/applet-status.ts'

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
