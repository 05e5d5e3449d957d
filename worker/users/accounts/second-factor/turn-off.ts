import type { Ctx } from '../../../system/context/context.ts'
import { turnOff } from '../../../db/users/second-factors.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'

/**
 * DELETE /api/second_factor: the password or provider alone signs in again. Codes, waiting periods and what is half signed
 * in go; passkeys stay as ways to sign in. Repeating it changes nothing. Throws `proof_required` (403): by a passkey.
 */
export async function turnOffSecondFactor(ctx: Ctx): Promise<void> {
  const user = await requireFreshProof(ctx)
  const event = { kind: 'second_factor_off', user_id: user.id, session_id: user.session_id } as const
  if (await turnOff(ctx, event)) tellSecurityEvent(ctx, user, event)
}
