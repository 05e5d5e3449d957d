import { changedPath, editPath } from '../../contract/addresses.ts'
import type { SaveAppletInput } from '../../contract/applets/applet-input.ts'
import { SENTENCES } from '../../contract/errors.ts'
import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { LoadedForUser } from '../read/load-applet.ts'
import { readUpdate } from '../read/read-applet.ts'

/**
 * Nobody gets a version that they have not looked at, nor one that sends data somewhere new without agreeing to each place.
 * Throws `conflict` (409) with the page that shows the newest version, `invalid_input` (422) with the edit page, which
 * asks.
 */
export async function requireSeenVersion(
  ctx: Ctx,
  loaded: LoadedForUser,
  { rev, seen = [], fields }: SaveAppletInput,
): Promise<void> {
  const { applet, viewer } = loaded
  if (rev === undefined ? viewer.newer_version : rev !== applet.rev) {
    throw fields || viewer.status === 'enabled_for_user'
      ? new AppError('conflict', { message: SENTENCES.version_unseen, redirectTo: editPath(applet) })
      : new AppError('conflict', { message: SENTENCES.version_changed, redirectTo: changedPath(applet) })
  }
  // Its author chose the places.
  if (viewer.is_author) return
  const update = await readUpdate(ctx, loaded)
  if (!update || update.destinations.every(({ key }) => seen.includes(key))) return
  const errors = [{ attribute: 'seen', message: SENTENCES.places_unseen }]
  throw new AppError('invalid_input', { errors, redirectTo: editPath(applet) })
}

/**
 * Makes no address public that looks like a secret and is not among those that its author has `seen`, as they are shown.
 * Throws `invalid_input` (422) with one error each: `key` is its field, `data` what of the address may be shown.
 */
export function requireSeenAddresses(
  addresses: readonly { key: string; host: string }[],
  seen: readonly string[],
): void {
  const errors = addresses
    .filter(({ host }) => !seen.includes(host))
    .map(({ key, host }) => ({ attribute: key, message: SENTENCES.address_like_secret(host), data: { address: host } }))
  if (errors.length > 0) throw new AppError('invalid_input', { errors })
}
