import { AppError } from '../../errors/app-error.ts'
import type { UserWorld } from '../read/load-applet.ts'
import { allowed, type AppletAction } from '../read/applet-status.ts'

/** Throws `conflict` (409) where the Applet's status does not allow the action: the page that asked is out of date. */
export function requireAction({ viewer }: UserWorld, action: AppletAction): void {
  if (!allowed[action].includes(viewer.status)) throw new AppError('conflict')
}

/** Someone else's Applet has no such call for this user. Throws `not_found` (404). */
export function requireAuthor({ viewer }: UserWorld): void {
  if (!viewer.is_author) throw new AppError('not_found')
}
