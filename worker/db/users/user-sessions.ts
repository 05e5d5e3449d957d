import { and, desc, eq, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import { HOUR } from '../../contract/shared/durations.ts'
import type { Ctx, DbCtx } from '../../system/context/context.ts'
import { prepared, runNamed, type GivenAll } from '../d1-batch.ts'
import { forgetTries } from '../rate-limit.ts'
import { sessions, users } from '../schema/accounts.ts'
import { actorQuery } from '../sessions/actor-query.ts'
import { isLiveSession, isLiveSessionOf, sessionUser } from '../sessions/live-sessions.ts'
import { notePasskeyUse, type PasskeyUse } from './passkeys.ts'
import { insertSecurityEvent, type SecurityEvent } from './security-events.ts'
import { spendLink, type OnceLink } from './used-links.ts'

/** Robots may sign in often; what is not listed can be ended with all others. */
const SESSIONS_LISTED = 100

type Asked = { sessionHash: string; now: number }

/** The session's user, and their live sessions, at most a hundred: this one first, then the most recently seen. */
export function readLiveSessions({ db }: DbCtx, { sessionHash, now }: Asked) {
  return runNamed(db, { actor: actorQuery(db, sessionHash, now), sessions: liveQuery(db, { sessionHash, now }) })
}

const liveQuery = prepared((db, { sessionHash, now }: GivenAll<Asked>) => {
  const { id, user_agent, created_at, last_seen_at, token_hash, user_id } = sessions
  return db
    .select({ id, user_agent, created_at, last_seen_at })
    .from(sessions)
    .where(and(inArray(user_id, sessionUser(db, sessionHash)), isLiveSession(now)))
    .orderBy(desc(eq(token_hash, sessionHash)), desc(last_seen_at), desc(created_at))
    .limit(SESSIONS_LISTED)
})

/** Extends the session's idle time, at most once an hour, so that not every read costs a write. */
export async function touchSession({ db }: DbCtx, id: string, now: number): Promise<void> {
  await db
    .update(sessions)
    .set({ last_seen_at: now })
    .where(and(eq(sessions.id, id), lt(sessions.last_seen_at, now - HOUR)))
}

/** Ends one of the user's live sessions. Returns false if there is no such one. */
export async function endLiveSession(ctx: Ctx, { id, user_id }: { id: string; user_id: string }): Promise<boolean> {
  const isTheirs = and(eq(sessions.id, id), isLiveSessionOf(user_id, ctx.realNow()))
  const ended = await revokeSessions(ctx, isTheirs).returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends all live sessions of the event's user but the event's. */
export async function endLiveSessionsBut(ctx: Ctx, event: SecurityEvent & { session_id: string }): Promise<void> {
  const { user_id, session_id } = event
  await ctx.db.batch([insertSecurityEvent(ctx, event), revokeOthers(ctx, { id: session_id, user_id })])
}

/** Ends the session with this hash. */
export async function endOwnSession(ctx: Ctx, sessionHash: string): Promise<void> {
  await revokeSessions(ctx, and(eq(sessions.token_hash, sessionHash), isNull(sessions.revoked_at)))
}

/** The statement that ends these sessions. */
export function revokeSessions({ db, realNow }: Ctx, which: SQL | undefined) {
  return db.update(sessions).set({ revoked_at: realNow() }).where(which)
}

/** The statement that ends all live sessions of a user but this one, where `when` holds. */
export function revokeOthers(ctx: Ctx, { id, user_id }: { id: string; user_id: string }, when?: SQL) {
  return revokeSessions(ctx, and(isLiveSessionOf(user_id, ctx.realNow()), ne(sessions.id, id), when))
}

/** How a user has shown that it is them, with what is used up by it. `bucket`: of the tries of passwords. */
type Proof =
  | { way: 'passkey'; passkey: PasskeyUse }
  | { way: 'password'; bucket: string }
  | { way: 'mail'; link: OnceLink }
  | { way: 'provider' }

/**
 * Notes that the session's user has just shown that it is them. Where the account has a second factor,
 * only a passkey shows it, also if that was turned on a moment ago. Fails for a link that was used (`isSpentLink`).
 */
export async function markSessionProved(
  ctx: Ctx,
  session: { id: string; user_id: string },
  proof: Proof,
): Promise<void> {
  const { db } = ctx
  switch (proof.way) {
    case 'passkey':
      await db.batch([notePasskeyUse(ctx, proof.passkey), setProved(ctx, session)])
      return
    case 'password':
      await db.batch([setProved(ctx, session, hasOneFactor(session)), forgetTries(db, proof.bucket)])
      return
    case 'mail':
      await db.batch([spendLink(ctx, proof.link), setProved(ctx, session, hasOneFactor(session))])
      return
    case 'provider':
      await setProved(ctx, session, hasOneFactor(session))
      return
    default:
      proof satisfies never
  }
}

function setProved({ db, ...ctx }: Ctx, session: { id: string; user_id: string }, when?: SQL) {
  const now = ctx.realNow()
  return db
    .update(sessions)
    .set({ proved_at: now })
    .where(and(eq(sessions.id, session.id), isLiveSessionOf(session.user_id, now), when))
}

function hasOneFactor({ user_id }: { user_id: string }): SQL {
  return sql`exists (select 1 from ${users} u where u.id = ${user_id} and u.second_factor_at is null)`
}
