import type { Ctx } from '../../../system/context/context.ts'
import { deviceInWords } from '../../../contract/accounts/device-name.ts'
import { PASSKEY_NAME_MAX, type NewPasskey } from '../../../contract/accounts/passkey.ts'
import { uniqueViolation } from '../../../db/constraints/unique-violation.ts'
import type { NewPasskeyRow } from '../../../db/users/passkeys.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { log } from '../../../system/log/log.ts'
import { checkNewPasskey, type PasskeyProblem } from './verify-passkey.ts'

/** The row of a new passkey, named after its browser. Throws `passkey_refused` (422) if the browser did not make it for us. */
export function newPasskey(ctx: Ctx, user_id: string, passkey: NewPasskey): NewPasskeyRow {
  const checked = checkNewPasskey(ctx.settings, passkey)
  if (typeof checked === 'string') throw refusedPasskey(checked)
  return {
    id: ctx.id('pky'),
    user_id,
    credential_id: passkey.id,
    public_key: passkey.response.publicKey,
    sign_count: checked.sign_count,
    transports: passkey.response.transports,
    name: deviceInWords(ctx.userAgent).slice(0, PASSKEY_NAME_MAX),
    created_at: ctx.now(),
    last_used_at: null,
  }
}

/** The same refusal for all that can be wrong with a passkey; the log says what it was. */
export function refusedPasskey(problem: PasskeyProblem | 'unknown_challenge' | 'unknown_passkey' | 'counted_back') {
  log('warn', 'passkey_refused', { problem })
  return new AppError('passkey_refused')
}

/** Turns the second use of a credential's id into `passkey_refused` (422): an authenticator's id has one owner. */
export function refuseOwnedElsewhere(error: unknown): never {
  if (uniqueViolation(error) === 'passkeys.credential_id') throw new AppError('passkey_refused', { cause: error })
  throw error
}
