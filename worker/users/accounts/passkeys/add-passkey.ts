import type { Ctx } from '../../../system/context/context.ts'
import type { CreationOptions, NewPasskey, PasskeyRow } from '../../../contract/accounts/passkey.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { insertPasskey } from '../../../db/users/passkeys.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'
import { creationOptions, takeChallenge } from './challenges.ts'
import { newPasskey, refusedPasskey, refuseOwnedElsewhere } from './new-passkey.ts'

/** POST /api/passkeys/options: what the browser needs to make another passkey. Throws `proof_required` (403). */
export async function addOptions(ctx: Ctx, browser: string): Promise<CreationOptions> {
  return creationOptions(ctx, await requireFreshProof(ctx), { purpose: 'add', browser })
}

/**
 * POST /api/passkeys: adds a passkey to the account, and mails its user. Throws `proof_required` (403),
 * `passkey_refused` (422), `invalid_input` (422) if there are too many.
 */
export async function addPasskey(ctx: Ctx, passkey: NewPasskey, browser: string | null): Promise<PasskeyRow> {
  const user = await requireFreshProof(ctx)
  const challenge = await takeChallenge(ctx, passkey, { purpose: 'add', browser })
  if (challenge?.user_id !== user.id) throw refusedPasskey('unknown_challenge')
  const row = newPasskey(ctx, user.id, passkey)
  const event = { kind: 'passkey_added', user_id: user.id, session_id: user.session_id } as const
  const added = await insertPasskey(ctx, row, event).catch(refuseOwnedElsewhere)
  if (!added) throw new AppError('invalid_input', { message: SENTENCES.too_many_passkeys })
  tellSecurityEvent(ctx, user, event)
  return { id: row.id, name: row.name, created_at: row.created_at, last_used_at: null }
}
