import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../context/context.ts'
import type { Me } from '../contract/accounts/me.ts'
import { SESSION_ABSOLUTE } from '../contract/limits.ts'
import { sha256 } from '../secrets/hashes.ts'
import { readPendingDeletion } from '../session/pending-deletion.ts'
import { getMe } from './get-me.ts'
import { sessions, users } from '../db/schema/accounts.ts'

/** A new session. `token` goes into the cookie and nowhere else. `me` is null for an account that is being deleted. */
export type BegunSession = { token: string; me: Me | null }

/**
 * Signs a user in with a new session and ends the browser's previous one. `first` are writes for the same batch.
 * Returns null if the password hash is no longer the one given, so that a sign-in begun before a reset does not
 * outlive it.
 */
export async function beginSession(
  ctx: Ctx,
  user: { id: string; password_hash: string | null },
  first: BatchItem<'sqlite'>[],
  /** Whether signing in showed that it is this user: by a password or passkey, not by a provider that asked nothing. */
  proved = true,
): Promise<BegunSession | null> {
  const token = ctx.token()
  const token_hash = await sha256(token)
  await ctx.db.batch([endPrevious(ctx), ...first, insertSession(ctx, user, token_hash, proved)])
  const begun = { ...ctx, sessionHash: token_hash }
  const me = await getMe(begun)
  return me || (await readPendingDeletion(begun)) ? { token, me } : null
}

function endPrevious({ db, sessionHash, ...ctx }: Ctx) {
  return db
    .update(sessions)
    .set({ revoked_at: ctx.now() })
    .where(and(eq(sessions.token_hash, sessionHash ?? ''), isNull(sessions.revoked_at)))
}

function insertSession(
  ctx: Ctx,
  user: { id: string; password_hash: string | null },
  token_hash: string,
  proved: boolean,
) {
  const now = ctx.now()
  return ctx.db.insert(sessions).select(
    ctx.db
      .select({
        id: sql`${ctx.id('ses')}`.as('id'),
        user_id: users.id,
        token_hash: sql`${token_hash}`.as('token_hash'),
        user_agent: sql`${ctx.userAgent}`.as('user_agent'),
        created_at: sql`${now}`.as('created_at'),
        last_seen_at: sql`${now}`.as('last_seen_at'),
        expires_at: sql`${now + SESSION_ABSOLUTE}`.as('expires_at'),
        revoked_at: sql`null`.as('revoked_at'),
        proved_at: sql`${proved ? now : 0}`.as('proved_at'),
      })
      .from(users)
      .where(and(eq(users.id, user.id), sql`${users.password_hash} is ${user.password_hash}`)),
  )
}
