import { AppError } from '../../errors/app-error.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { ALLOWED_STATUSES, type AppletAction } from '../read/applet-status.ts'

/** Throws `conflict` (409) where the Applet's status does not allow the action: the page that asked is out of date. */
export function requireAction({ viewer }: LoadedForUser, action: AppletAction): void {
  if (!ALLOWED_STATUSES[action].includes(viewer.status)) throw new AppError('conflict')
}

/** Someone else's Applet has no such call for this user. Throws `not_found` (404). */
export function requireAuthor({ viewer }: LoadedForUser): void {
  if (!viewer.is_author) throw new AppError('not_found')
}
