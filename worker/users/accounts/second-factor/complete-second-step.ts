import { and, eq, ne, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../../system/context/context.ts'
import type { PasskeyInput } from '../../../contract/accounts/passkey.ts'
import type { SecondStepInput } from '../../../contract/accounts/second-factor.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { uniqueViolation } from '../../../db/constraints/unique-violation.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { pending_sign_ins, recovery_codes } from '../../../db/schema/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { recordRefusal } from '../../security-events/record-refusal.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { isLiveSessionOf } from '../../../db/users/live-sessions.ts'
import { beginSession, type BegunSession } from '../begin-session.ts'
import { setNewPassword } from '../passwords/set-new-password.ts'
import { checkPasskey, notePasskeyUse } from '../passkeys/use-passkey.ts'
import { insertIdentity } from '../pending-sign-in/insert-identity.ts'
import { isPending, type PendingSignIn } from '../pending-sign-in/pending-sign-in.ts'
import { knownTimeZone, unlessChosen } from '../time-zone.ts'
import { countCodeTry } from './code-tries.ts'
import { isUnused, recoveryCodeHash } from './recovery-codes.ts'
import { requirePendingSignIn } from './require-pending-sign-in.ts'

/** `token`: of the cookie of this browser's sign-in. `browser`: of the cookie that ties a passkey's challenge to it. */
type From = { token: string | null; browser: string | null; timezone: string | undefined }

/** The proof of the second step: a condition on the batch, and what it writes. */
type SecondFactor = {
  holds: SQL
  first: BatchItem<'sqlite'>[]
  after: (isBegun: SQL, session_id: string) => BatchItem<'sqlite'>[]
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
  const shown =
    'passkey' in input ? await withPasskey(ctx, pending, input.passkey, from) : await withCode(ctx, pending, input.code)
  const holds = and(isPending(pending, ctx.realNow()), shown.holds) ?? shown.holds
  const { outcome, user } = pending
  const zone = knownTimeZone(from.timezone)
  const password_hash = outcome.event === 'password_reset' ? outcome.password_hash : user.password_hash
  const begun = await beginSession(
    ctx,
    { ...user, password_hash },
    outcome.event,
    [
      ...shown.first,
      ...outcomeWrites(ctx, pending, holds),
      ...(zone
        ? [
            ctx.db
              .update(users)
              .set({ timezone: unlessChosen(zone), updated_at: ctx.now() })
              .where(and(eq(users.id, user.id), holds)),
          ]
        : []),
    ],
    {
      second_factor: true,
      when: holds,
      after: (isBegun, id) => [
        ...shown.after(isBegun, id),
        ...endOthers(ctx, pending, { id, isBegun }),
        ctx.db.delete(pending_sign_ins).where(and(eq(pending_sign_ins.token_hash, pending.token_hash), isBegun)),
      ],
    },
  ).catch(refuseLinkedElsewhere)
  if (!begun) throw shown.refusal()
  shown.tell(begun.me?.session_id ?? null)
  if (zone) ctx.accountParts.runner.deferSync(ctx, user.id)
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
    holds: sql`true`,
    first: [notePasskeyUse(ctx, used)],
    after: () => [],
    tell: () => {},
    refusal: () => new AppError('second_step_expired'),
  }
}

async function withCode(ctx: Ctx, { user }: PendingSignIn, code: string): Promise<SecondFactor> {
  const forget = await countCodeTry(ctx, user.id)
  const code_hash = await recoveryCodeHash(user.id, code)
  const event = { kind: 'recovery_code_used', user_id: user.id } as const
  const refusal = () => {
    recordRefusal(ctx, { ...event, session_id: null })
    return new AppError('invalid_input', { errors: [{ attribute: 'code', message: SENTENCES.recovery_code_wrong }] })
  }
  const [known] = await ctx.db
    .select({ used_at: recovery_codes.used_at })
    .from(recovery_codes)
    .where(eq(recovery_codes.code_hash, code_hash))
  if (!known || known.used_at !== null) throw refusal()
  return {
    holds: isUnused(code_hash),
    first: [],
    after: (isBegun, session_id) => [
      ctx.db
        .update(recovery_codes)
        .set({ used_at: ctx.now() })
        .where(and(eq(recovery_codes.code_hash, code_hash), isBegun)),
      insertSecurityEvent(ctx, { ...event, session_id }, isBegun),
      ...forget,
    ],
    tell: (session_id) => tellSecurityEvent(ctx, user, { ...event, session_id }),
    refusal,
  }
}

/** Makes the writes that the first step was for, now that it counts. */
function outcomeWrites(ctx: Ctx, { outcome, user }: PendingSignIn, holds: SQL): BatchItem<'sqlite'>[] {
  switch (outcome.event) {
    case 'signed_in':
      return []
    case 'password_reset':
      return setNewPassword(ctx, user, outcome.password_hash, holds)
    case 'identity_linked':
      return [insertIdentity(ctx, { ...outcome, user_id: user.id }, holds)]
    default:
      return outcome satisfies never
  }
}

/** A provider that was linked now ends what was signed in before. */
function endOthers(ctx: Ctx, { outcome, user }: PendingSignIn, { id, isBegun }: { id: string; isBegun: SQL }) {
  if (outcome.event !== 'identity_linked') return []
  return [
    ctx.db
      .update(sessions)
      .set({ revoked_at: ctx.realNow() })
      .where(and(isLiveSessionOf(user.id, ctx.realNow()), ne(sessions.id, id), isBegun)),
  ]
}

/** Meanwhile the identity was linked to another account, or another one of the provider to this account. */
function refuseLinkedElsewhere(error: unknown): never {
  if (uniqueViolation(error)?.startsWith('identities.')) throw new AppError('conflict', { cause: error })
  throw error
}
