import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { setUserTimeZone } from '../../../db/users/users.ts'
import { invalidField } from '../../../system/errors/invalid-field.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { knownTimeZone } from '../time-zone.ts'

/**
 * PATCH /api/account/timezone: the user's Applets and mails follow this zone from now on; null: the zone of `device`,
 * and of each device that the user signs in with later. Throws `not_signed_in` (401), `invalid_input` (422).
 */
export async function setTimeZone(
  ctx: Ctx,
  { timezone, device }: { timezone: string | null; device: string | undefined },
): Promise<{ timezone: string | null }> {
  const user = await requireUser(ctx)
  const zone = knownTimeZone(timezone ?? device)
  if (timezone !== null && zone === null) throw invalidField('timezone', SENTENCES.unknown_time_zone)
  await setUserTimeZone(ctx, user.id, { timezone: zone, timezone_chosen: timezone !== null })
  ctx.accountParts.runner.deferSync(ctx, user.id)
  return { timezone: zone }
}
