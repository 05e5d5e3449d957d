import { readEndpoints } from '../../db/messages/push-subscriptions.ts'
import { AppError } from '../../system/errors/app-error.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { PushSubscriptions } from '../../contract/push/push-message.ts'

/** The endpoints that notify the user. A browser checks whether its own is among them. */
export async function listSubscriptions(ctx: Ctx): Promise<PushSubscriptions> {
  const { sessionHash } = ctx
  if (!sessionHash) throw new AppError('not_signed_in')
  const { signedIn, browsers } = await readEndpoints(ctx, { sessionHash, now: ctx.realNow() })
  if (signedIn.length === 0) throw new AppError('not_signed_in')
  return {
    public_key: ctx.settings.VAPID_KEYS?.publicKey ?? null,
    endpoints: browsers.map(({ endpoint }) => endpoint),
  }
}
