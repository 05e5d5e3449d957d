import type { Ctx } from '../../../system/context/context.ts'
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  plainCode,
  RECOVERY_CODES,
  type RecoveryCodes,
} from '../../../contract/accounts/second-factor.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { HOUR } from '../../../contract/shared/durations.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { countTries, type RateLimitRule } from '../../../db/rate-limit.ts'
import { hasPasskey } from '../../../db/users/passkeys.ts'
import { replaceCodes } from '../../../db/users/second-factors.ts'
import { sha256 } from '../../../system/secrets/hashes.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'

const CODE_SETS_PER_USER: RateLimitRule = { rule: 'code_sets', tries: 20, window: HOUR }

/**
 * POST /api/second_factor/codes: ten new recovery codes, which replace all earlier ones. Where two-step sign-in is still
 * off they open nothing before it is turned on with them. Throws `proof_required` (403), `email_not_verified` (403),
 * `conflict` (409) without a passkey, `rate_limited` (429).
 */
export async function replaceRecoveryCodes(ctx: Ctx): Promise<RecoveryCodes> {
  const user = await requireFreshProof(ctx)
  if (user.email_verified_at === null) throw new AppError('email_not_verified')
  if (!(await hasPasskey(ctx, user.id)))
    throw new AppError('conflict', { message: SENTENCES.second_factor_needs_passkey })
  await countTries(ctx, { limit: CODE_SETS_PER_USER, whom: user.id })
  const set_id = ctx.id('rcs')
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(ctx))
  const code_hashes = await Promise.all(codes.map((code) => recoveryCodeHash(user.id, code)))
  const event = { kind: 'recovery_codes_replaced', user_id: user.id, session_id: user.session_id } as const
  const isOn = await replaceCodes(ctx, { set_id, code_hashes }, event)
  if (isOn) tellSecurityEvent(ctx, user, event)
  return { id: set_id, codes: codes.map(inGroups) }
}

/** Hashes a code for storing. Its 80 random bits need no key, and a rotated key would end codes that users keep. */
export function recoveryCodeHash(user_id: string, typed: string): Promise<string> {
  return sha256(`recovery_code:${user_id}:${plainCode(typed)}`)
}

function newCode({ token }: Ctx): string {
  const bytes = Buffer.from(token(), 'base64url').subarray(0, CODE_LENGTH)
  // 256 is a multiple of 32, so each letter is as likely.
  return Array.from(bytes, (byte: number) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length)).join('')
}

function inGroups(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}
