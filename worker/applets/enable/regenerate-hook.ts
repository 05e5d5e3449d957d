import { and } from 'drizzle-orm'
import type { AppletKey } from '../../contract/applets/applet-key.ts'
import { changeApplet } from './change-applet.ts'
import { hasEnablement, ownEnablement } from './write-conditions.ts'
import { loadForUser, answerOf } from '../read/load-applet.ts'
import { requireAllowedAction, statusConflict } from './require-allowed-action.ts'
import { enablements } from '../../db/schema/applets.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { AppletOfUser } from '../../contract/applets/applet.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { ensureRunner } from '../../engine/runner-sync/ensure-runner.ts'
import { newHookColumns } from '../../system/secrets/hook-key.ts'
import { refuseStaleProof } from '../../users/session/require-fresh-proof.ts'
import { refuseKey } from '../../engine/hooks/refuse-key.ts'

/**
 * POST /api/applets/{id}/hook_url: creates a new secret address; the old one stops working at once (§2.1).
 * Throws `proof_required` (403), `not_found` for an Applet without webhooks, `conflict` if it is not enabled, `runner_away` (503), with nothing
 * changed, if the user's Runner cannot be told.
 */
export async function regenerateHook(ctx: Ctx, ref: AppletKey): Promise<AppletOfUser> {
  const loaded = await loadForUser(ctx, ref)
  refuseStaleProof(loaded.actor, ctx.realNow())
  if (!loaded.applet.has_webhook) throw new AppError('not_found')
  requireAllowedAction(loaded, 'regenerate_hook')
  const { actor, row, enablement } = loaded
  const runner_id = await ensureRunner(ctx, actor.id)
  const columns = await newHookColumns(ctx, runner_id, { user_id: actor.id, applet_id: row.id })
  if (enablement?.hook_key_hash) await refuseKey(ctx, runner_id, enablement.hook_key_hash)
  const { done, loaded: after } = await changeApplet(ctx, loaded, {
    kind: 'hook_url_changed',
    when: hasEnablement(actor.id, row.id, 'enabled'),
    writes: (when) => [
      ctx.db
        .update(enablements)
        .set({ ...columns, updated_at: ctx.now() })
        .where(and(ownEnablement(actor.id, row.id), when)),
    ],
  })
  if (!done) throw statusConflict(after, 'regenerate_hook')
  return answerOf(ctx, after)
}
