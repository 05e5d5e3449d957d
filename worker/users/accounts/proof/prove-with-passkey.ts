import type { Ctx } from '../../../system/context/context.ts'
import type { PasskeyInput, RequestOptions } from '../../../contract/accounts/passkey.ts'
import { countTries } from '../../../db/rate-limit.ts'
import { markSessionProved } from '../../../db/users/user-sessions.ts'
import { requireUser } from '../../../system/context/require-user.ts'
import { requestOptions } from '../passkeys/challenges.ts'
import { checkPasskey } from '../passkeys/use-passkey.ts'
import { PROOF_PER_USER } from './prove-with-password.ts'

/** POST /api/session/proof/passkey_options: what the browser needs to have one of the user's passkeys sign. */
export async function proofOptions(ctx: Ctx, browser: string): Promise<RequestOptions> {
  const { id } = await requireUser(ctx)
  return requestOptions(ctx, { purpose: 'proof', browser, user_id: id })
}

/**
 * POST /api/session/proof: shows with a passkey that it is the user; counts for 15 minutes. Throws `passkey_refused`
 * (422), `rate_limited` (429).
 */
export async function proveWithPasskey(ctx: Ctx, passkey: PasskeyInput, browser: string | null): Promise<void> {
  const user = await requireUser(ctx)
  await countTries(ctx, { limit: PROOF_PER_USER, whom: user.id })
  const used = await checkPasskey(ctx, passkey, { purpose: 'proof', browser, user_id: user.id })
  await markSessionProved(ctx, { id: user.session_id, user_id: user.id }, { way: 'passkey', passkey: used })
}
