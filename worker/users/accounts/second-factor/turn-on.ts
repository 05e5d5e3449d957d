import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { turnOn } from '../../../db/users/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'

/**
 * POST /api/second_factor: from now on signing in takes a passkey or a code of this set, which its user has kept. All other
 * sessions end: a password alone may have begun them. Repeating it changes nothing. Throws `proof_required` (403),
 * `email_not_verified` (403), `conflict` (409) without a passkey or with codes that were replaced.
 */
export async function turnOnSecondFactor(ctx: Ctx, { codes }: { codes: string }): Promise<void> {
  const user = await requireFreshProof(ctx)
  if (user.email_verified_at === null) throw new AppError('email_not_verified')
  const event = { kind: 'second_factor_on', user_id: user.id, session_id: user.session_id } as const
  const turned = await turnOn(ctx, codes, event)
  switch (turned) {
    case 'turned_on':
      return tellSecurityEvent(ctx, user, event)
    case 'on':
      return
    case 'no_codes':
      throw new AppError('conflict', { message: SENTENCES.recovery_codes_replaced })
    case 'no_passkey':
      throw new AppError('conflict', { message: SENTENCES.second_factor_needs_passkey })
    default:
      throw new Error(turned satisfies never)
  }
}
