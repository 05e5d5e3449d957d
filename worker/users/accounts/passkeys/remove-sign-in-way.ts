import type { Ctx } from '../../../system/context/context.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import type { SecurityEvent } from '../../../db/users/security-events.ts'
import { deleteIdentity, deletePasskey, type Removal } from '../../../db/users/sign-in-ways.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'

/**
 * DELETE /api/passkeys/{id}: removes a passkey, and mails its user. Throws `proof_required` (403), `not_found` (404),
 * `conflict` (409) if nothing else signs in, or if it is the last one and signing in takes one.
 */
export async function removePasskey(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await removeWay(ctx, 'passkey_removed', (event) => deletePasskey(ctx, id, event))
}

/** DELETE /api/identities: the same for an identity at an OpenID provider. */
export async function removeIdentity(ctx: Ctx, { issuer }: { issuer: string }): Promise<void> {
  await removeWay(ctx, 'identity_removed', (event) => deleteIdentity(ctx, issuer, event))
}

type Remove = (event: SecurityEvent) => Promise<Removal>

async function removeWay(ctx: Ctx, kind: 'passkey_removed' | 'identity_removed', remove: Remove): Promise<void> {
  const user = await requireFreshProof(ctx)
  const event = { kind, user_id: user.id, session_id: user.session_id }
  const removal = await remove(event)
  switch (removal) {
    case 'removed':
      return tellSecurityEvent(ctx, user, event)
    case 'gone':
      throw new AppError('not_found')
    case 'last':
      throw new AppError('conflict', { message: SENTENCES.last_sign_in_way })
    case 'second_factor':
      throw new AppError('conflict', { message: SENTENCES.second_factor_keeps_passkey })
    default:
      throw new Error(removal satisfies never)
  }
}
