import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context/context.ts'
import { AppError } from '../errors/app-error.ts'
import { sameText } from '../secrets/hashes.ts'
import { beginSession, type BegunSession, type SigningIn } from './begin-session.ts'
import { readEmailLink, refuseSpent, spendLink, type EmailLink } from './email-links.ts'
import { dropPreparedAccess, endPreparedAccess, readPreparedAccess } from './first-verification/drop-prepared-access.ts'
import { hashPassword } from './password-hash.ts'
import { bucketOf, forgetTries, SIGN_IN_PER_ACCOUNT } from '../rate-limit/rate-limit.ts'
import { passwordState } from './request-password-reset.ts'
import { passwordProblem } from './password-rules.ts'
import { sessions, users } from '../db/schema/accounts.ts'

/**
 * Sets a new password with the mailed link, ends all of the user's sessions and signs in. Where that verifies the
 * address for the first time, it drops what somebody else may have prepared. Throws `invalid_link` (422)
 * if the link was used or the password has changed since, `invalid_input` (422) for a password that is easy to guess.
 */
export async function confirmPasswordReset(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<BegunSession> {
  const link = await readEmailLink(ctx, 'password_reset', input.token)
  const user = await findUser(ctx, link)
  const message = passwordProblem(input.password, user)
  if (message) throw new AppError('invalid_input', { errors: [{ attribute: 'password', message }] })
  const password_hash = await hashPassword(input.password, ctx.settings.SCRYPT_N)
  const prepared = user.email_verified_at === null ? await readPreparedAccess(ctx, user.id) : null
  const begun = await beginSession(ctx, { ...user, password_hash }, 'password_reset', [
    spendLink(ctx, link),
    ...(prepared ? dropPreparedAccess(ctx, user.id, isUnverified(user)) : []),
    changePassword(ctx, user, password_hash),
    endAllSessions(ctx, user.id, password_hash),
    forgetTries(ctx.db, await bucketOf(ctx, { limit: SIGN_IN_PER_ACCOUNT, whom: user.email })),
  ]).catch(refuseSpent)
  if (!begun) throw new AppError('invalid_link')
  if (prepared) await endPreparedAccess(ctx, user.id, prepared)
  return begun
}

/** Until this reset, somebody else may have joined with the address. */
function isUnverified({ id, password_hash }: Pick<SigningIn, 'id' | 'password_hash'>): SQL {
  return sql`exists (select 1 from ${users} u where u.id = ${id} and u.email_verified_at is null
    and u.password_hash is ${password_hash})`
}

async function findUser(ctx: Ctx, link: EmailLink) {
  const [user] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      login: users.login,
      password_hash: users.password_hash,
      email_verified_at: users.email_verified_at,
    })
    .from(users)
    .where(and(eq(users.id, link.user_id), eq(users.email, link.email)))
  const unchanged = user && sameText(link.state ?? '', await passwordState(ctx, user.password_hash))
  if (!unchanged) throw new AppError('invalid_link')
  return user
}

/** Only if the old password is unchanged. Opening the link also verifies the address. */
function changePassword(
  { db, ...ctx }: Ctx,
  user: { id: string; password_hash: string | null },
  password_hash: string,
) {
  const now = ctx.now()
  const email_verified_at = sql`coalesce(${users.email_verified_at}, ${now})`
  return db
    .update(users)
    .set({ password_hash, email_verified_at, updated_at: now })
    .where(and(eq(users.id, user.id), sql`${users.password_hash} is ${user.password_hash}`))
}

/** Only if this reset set the password: of two simultaneous resets, the loser must not end the winner's session. */
function endAllSessions({ db, ...ctx }: Ctx, userId: string, password_hash: string) {
  const changed = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.password_hash, password_hash)))
  return db
    .update(sessions)
    .set({ revoked_at: ctx.now() })
    .where(and(inArray(sessions.user_id, changed), isNull(sessions.revoked_at)))
}
