import type { Ctx } from '../../../system/context/context.ts'
import type { PasskeyInput } from '../../../contract/accounts/passkey.ts'
import { findPasskey, type PasskeyUse } from '../../../db/users/passkeys.ts'
import { recordRefusal } from '../../security-events/record-refusal.ts'
import { takeChallenge, userHandle } from './challenges.ts'
import { refusedPasskey } from './new-passkey.ts'
import type { SigningIn } from '../../../db/users/sign-ins.ts'
import { checkSignature, hasCountedOn } from './verify-passkey.ts'

type Use = { purpose: 'sign_in' | 'proof'; browser: string | null; user_id?: string }

/** The passkey that signed, and whose it is. */
type UsedPasskey = PasskeyUse & { user: SigningIn }

/**
 * Checks what a passkey signed, and for whom. Its user must be the one who was asked: at the sign-in page
 * anyone, else the user of the challenge, who has to be `user_id`. Throws `passkey_refused` (422).
 */
export async function checkPasskey(ctx: Ctx, passkey: PasskeyInput, use: Use): Promise<UsedPasskey> {
  const challenge = await takeChallenge(ctx, passkey, use)
  if (!challenge) throw refusedPasskey('unknown_challenge')
  if (use.user_id !== undefined && use.user_id !== challenge.user_id) throw refusedPasskey('unknown_challenge')
  const found = await findPasskey(ctx, passkey.id)
  const handle = passkey.response.userHandle
  if (!found || (challenge.user_id !== null && challenge.user_id !== found.user_id))
    throw refusedPasskey('unknown_passkey')
  if (handle != null && handle !== userHandle(found.user_id)) throw refusedPasskey('unknown_passkey')
  const { public_key } = found
  const signed = checkSignature(ctx.settings, passkey, { public_key })
  if (typeof signed === 'string') throw refusedPasskey(signed)
  if (!hasCountedOn(found.sign_count, signed.sign_count)) {
    recordRefusal(ctx, { kind: 'passkey_used', user_id: found.user_id, session_id: null })
    throw refusedPasskey('counted_back')
  }
  const { password_hash, email_verified_at, second_factor_at } = found
  const user = { id: found.user_id, password_hash, email_verified_at, second_factor_at }
  return { id: found.id, sign_count: signed.sign_count, user }
}
