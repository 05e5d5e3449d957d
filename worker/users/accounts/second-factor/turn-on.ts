import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../../system/context/context.ts'
import { RECOVERY_CODES } from '../../../contract/accounts/second-factor.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { sessions, users } from '../../../db/schema/accounts.ts'
import { passkeys } from '../../../db/schema/passkeys.ts'
import { recovery_codes } from '../../../db/schema/second-factors.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { insertSecurityEvent } from '../../../db/users/security-events.ts'
import { tellSecurityEvent } from '../../security-events/tell-security-event.ts'
import { isLiveSessionOf } from '../../../db/users/live-sessions.ts'
import { requireFreshProof } from '../../session/require-fresh-proof.ts'

/**
 * POST /api/second_factor: from now on signing in takes a passkey or a code of this set, which its user has kept. All other
 * sessions end: a password alone may have begun them. Repeating it changes nothing. Throws `proof_required` (403),
 * `email_not_verified` (403), `conflict` (409) without a passkey or with codes that were replaced.
 */
export async function turnOnSecondFactor(ctx: Ctx, { codes }: { codes: string }): Promise<void> {
  const user = await requireFreshProof(ctx)
  if (user.email_verified_at === null) throw new AppError('email_not_verified')
  const { db } = ctx
  const now = ctx.now()
  const kept = and(
    eq(recovery_codes.user_id, user.id),
    eq(recovery_codes.set_id, codes),
    isNull(recovery_codes.used_at),
  )
  const hasCodes = sql`(select count(*) from ${recovery_codes} where ${kept}) = ${RECOVERY_CODES}`
  const hasPasskey = sql`exists (select 1 from ${passkeys} where ${eq(passkeys.user_id, user.id)})`
  const event = { kind: 'second_factor_on', user_id: user.id, session_id: user.session_id } as const
  const mayTurnOn = and(
    eq(users.id, user.id),
    isNull(users.second_factor_at),
    isNotNull(users.email_verified_at),
    hasCodes,
    hasPasskey,
  )
  const isOn = sql`exists (select 1 from ${users} where ${and(eq(users.id, user.id), isNotNull(users.second_factor_at))})`
  const [, turned, , [state]] = await db.batch([
    insertSecurityEvent(ctx, event, mayTurnOn),
    db.update(users).set({ second_factor_at: now, updated_at: now }).where(mayTurnOn).returning({ id: users.id }),
    db
      .update(sessions)
      .set({ revoked_at: ctx.realNow() })
      .where(and(isLiveSessionOf(user.id, ctx.realNow()), ne(sessions.id, user.session_id), isOn)),
    db
      .select({ since: users.second_factor_at, has_passkey: sql<number>`${hasPasskey}`.as('has_passkey') })
      .from(users)
      .where(eq(users.id, user.id)),
  ])
  if (turned.length > 0) return tellSecurityEvent(ctx, user, event)
  if (state?.since) return
  const message = state?.has_passkey ? SENTENCES.recovery_codes_replaced : SENTENCES.second_factor_needs_passkey
  throw new AppError('conflict', { message })
}
