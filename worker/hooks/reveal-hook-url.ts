import type { AppletKey } from '../applets/read/applet-queries.ts'
import { loadForUser } from '../applets/read/load-applet.ts'
import type { Ctx } from '../context/context.ts'
import type { HookUrlResponse } from '../contract/hooks/hook-response.ts'
import { AppError } from '../errors/app-error.ts'
import { refuseStaleProof } from '../session/require-fresh-proof.ts'

/**
 * GET /api/applets/{id}/hook_url: the secret address of the user's enabled Applet, which its page hides. Throws
 * `proof_required` (403), `not_found` (404) if there is none.
 */
export async function revealHookUrl(ctx: Ctx, ref: AppletKey): Promise<HookUrlResponse> {
  const { viewer, applet, actor } = await loadForUser(ctx, ref)
  refuseStaleProof(actor, ctx.now())
  if (!applet.has_webhook || viewer.status !== 'enabled_for_user') throw new AppError('not_found')
  return { hook_url: viewer.hook_url }
}
