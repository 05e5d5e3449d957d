import type { Ctx } from '../../../system/context/context.ts'
import type { PasskeyInput } from '../../../contract/accounts/passkey.ts'
import type { SecondStepInput } from '../../../contract/accounts/second-factor.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { uniqueViolation } from '../../../db/constraints/unique-violation.ts'
import { isCodeUnused, type PendingSignIn, type SecondStep } from '../../../db/users/second-steps.ts'
import type { SignInWrite } from '../../../db/users/sign-ins.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { invalidField } from '../../../system/errors/invalid-field.ts'
import { recordRefusal } from '../../security-events/record-refusal.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { beginSession, type BegunSession } from '../begin-session.ts'
import { checkPasskey } from '../passkeys/use-passkey.ts'
import { requirePendingSignIn } from '../pending-sign-in.ts'
import { knownTimeZone } from '../time-zone.ts'
import { countCodeTry } from './code-tries.ts'
import { recoveryCodeHash } from './recovery-codes.ts'

/** `token`: of the cookie of this browser's sign-in. `browser`: of the cookie that ties a passkey's challenge to it. */
type From = { token: string | null; browser: string | null; timezone: string | undefined }

/** The proof of the second step, as the batch writes it. */
type SecondFactor = {
  code: SecondStep['code']
  shown: readonly SignInWrite[]
  /** Tells of what was written. */
  tell: (session_id: string | null) => void
  refusal: () => AppError
}

/**
 * POST /api/session/second_step: finishes a sign-in with a passkey or a recovery code, each once, in one batch with what
 * the first step was for. Stops a waiting period. Throws `second_step_expired` (401), `passkey_refused` (422),
 * `invalid_input` (422) for a wrong or used code, `rate_limited` (429).
 */
export async function completeSecondStep(ctx: Ctx, input: SecondStepInput, from: From): Promise<BegunSession> {
  const pending = await requirePendingSignIn(ctx, from.token)
  const { code, shown, tell, refusal } =
    'passkey' in input ? await withPasskey(ctx, pending, input.passkey, from) : await withCode(ctx, pending, input.code)
  const { outcome, user } = pending
  const timezone = knownTimeZone(from.timezone)
  const password_hash = outcome.event === 'password_reset' ? outcome.password_hash : user.password_hash
  const begun = await beginSession(ctx, { ...user, password_hash }, outcome.event, {
    shown,
    second_factor: { by: 'second_step', step: { pending, code, timezone } },
  }).catch(refuseLinkedElsewhere)
  if (!begun) throw refusal()
  tell(begun.me?.session_id ?? null)
  if (timezone) ctx.accountParts.runner.deferSync(ctx, user.id)
  return begun
}

async function withPasskey(
  ctx: Ctx,
  { user }: PendingSignIn,
  passkey: PasskeyInput,
  { browser }: From,
): Promise<SecondFactor> {
  const used = await checkPasskey(ctx, passkey, { purpose: 'sign_in', browser, user_id: user.id })
  return {
    code: null,
    shown: [{ write: 'passkey_used', passkey: used }],
    tell: () => {},
    refusal: () => new AppError('second_step_expired'),
  }
}

async function withCode(ctx: Ctx, { user }: PendingSignIn, code: string): Promise<SecondFactor> {
  const buckets = await countCodeTry(ctx, user.id)
  const code_hash = await recoveryCodeHash(user.id, code)
  const event = { kind: 'recovery_code_used', user_id: user.id } as const
  const refusal = () => {
    recordRefusal(ctx, { ...event, session_id: null })
    return invalidField('code', SENTENCES.recovery_code_wrong)
  }
  if (!(await isCodeUnused(ctx, code_hash))) throw refusal()
  return {
    code: { code_hash, buckets },
    shown: [],
    tell: (session_id) => tellSecurityEvent(ctx, user, { ...event, session_id }),
    refusal,
  }
}

/** Meanwhile the identity was linked to another account, or another one of the provider to this account. */
function refuseLinkedElsewhere(error: unknown): never {
  if (uniqueViolation(error)?.startsWith('identities.')) throw new AppError('conflict', { cause: error })
  throw error
}
