import { AppError } from '../../errors/app-error.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { ALLOWED_STATUSES, type AppletAction } from '../read/applet-status.ts'

/** Throws `conflict` (409) if the Applet's status does not allow the action: the page is out of date. */
export function requireAllowedAction({ viewer }: LoadedForUser, action: AppletAction): void {
  if (!ALLOWED_STATUSES[action].includes(viewer.status)) throw new AppError('conflict')
}

/** Hides the action from everyone but the author. Throws `not_found` (404). */
export function requireAuthor({ viewer }: LoadedForUser): void {
  if (!viewer.is_author) throw new AppError('not_found')
}
