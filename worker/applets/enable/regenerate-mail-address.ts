import { and } from 'drizzle-orm'
import { changeApplet } from './change-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { loadForUser, answerOf } from '../read/load-applet.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { enablements } from '../../db/schema/applets.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { newMailColumns } from '../../system/secrets/mail-key.ts'
import { refuseStaleProof } from '../../users/session/require-fresh-proof.ts'

/**
 * POST /api/applets/{id}/mail_address: a new secret mail address; mail to the old one is rejected at once. Throws
 * `proof_required` (403), `not_found` for an Applet that no mail starts, `conflict` if it is not enabled.
 */
export async function regenerateMailAddress(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  refuseStaleProof(loaded.actor, ctx.realNow())
  if (!loaded.applet.has_mail) throw new AppError('not_found')
  requireAllowedAction(loaded, 'regenerate_mail_address')
  const { actor, row } = loaded
  const columns = await newMailColumns(ctx, { user_id: actor.id, applet_id: row.id })
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'mail_address_changed',
    when: hasEnablement(actor.id, row.id, 'enabled'),
    writes: (when) => [
      ctx.db
        .update(enablements)
        .set({ ...columns, updated_at: ctx.now() })
        .where(and(ownEnablement(actor.id, row.id), when)),
    ],
  })
  if (!done) throw statusConflict(after, 'regenerate_mail_address')
  return answerOf(ctx, after)
}
