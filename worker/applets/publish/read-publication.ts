import type { Ctx } from '../../system/context/context.ts'
import { PUBLICATIONS_A_DAY, type Publication } from '../../contract/applets/publication.ts'
import { HOUR } from '../../contract/shared/durations.ts'
import type { AppletKey } from '../../contract/addresses.ts'
import { requireAuthor } from '../enable/require-allowed.ts'
import { stepsOfServices } from '../../contract/applets/step-list.ts'
import { loadForUser, answerOf, type LoadedForUser } from '../read/load-applet.ts'
import { nameOfDocument } from '../sentences/name-applet.ts'
import { loadServices } from '../../services/known-services.ts'
import { isReservedFor } from '../../users/logins/require-own-login.ts'
import { readPublishing } from '../../db/applets/publications.ts'

/** Reads what the author has to know before or after publishing. Throws `not_found` for anyone but the author. */
export async function readPublication(ctx: Ctx, ref: AppletKey): Promise<Publication> {
  const loaded = await loadForUser(ctx, ref)
  requireAuthor(loaded)
  const { actor, row, fixed, fields, fixes_secret, secret_addresses } = loaded
  const { today, allowed, listed_from } = await readPublishing(ctx.db, {
    user_id: actor.id,
    now: ctx.now(),
    hours: ctx.settings.PUBLISH_DELAY_HOURS,
  })
  const from = loaded.applet.published ? row.unlisted_until : listed_from
  return {
    applet: await answerOf(ctx, loaded),
    name: await publicName(ctx, loaded),
    fixed,
    asked: fields,
    has_secret: fixes_secret,
    secret_addresses,
    email_verified: actor.email_verified_at !== null,
    login_reserved: await isReservedFor(ctx, actor.login, actor.id),
    blocked: !allowed,
    left_today: Math.max(0, PUBLICATIONS_A_DAY - today),
    listed_after: from === null ? null : Math.max(1, Math.ceil((from - ctx.now()) / HOUR)),
  }
}

/** No public name may have an address, and its author did not write the one that steps proposed. */
async function publicName(ctx: Ctx, { row }: LoadedForUser): Promise<string> {
  await loadServices(
    ctx,
    stepsOfServices(row.doc.steps).map(({ module_name }) => module_name),
  )
  return row.published_at === null && row.name === nameOfDocument(row.doc) ? nameOfDocument(row.doc, true) : row.name
}
