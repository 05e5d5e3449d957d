import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { SecurityEventKind } from '../../contract/accounts/security-events.ts'
import { SESSION_ABSOLUTE } from '../../contract/limits.ts'
import type { Ctx } from '../../system/context/context.ts'
import { runBatch, type Statement } from '../d1-batch.ts'
import { insertRow } from '../insert-row.ts'
import { forgetTries, takeBackTry } from '../rate-limit.ts'
import { sessions, users } from '../schema/accounts.ts'
import { passkeys } from '../schema/passkeys.ts'
import { pending_sign_ins } from '../schema/second-factors.ts'
import { insertIdentity, type Identity } from './identities.ts'
import { isLiveSessionOf } from '../sessions/live-sessions.ts'
import { notePasskeyUse, type NewPasskeyRow, type PasskeyUse } from './passkeys.ts'
import { noteRightPassword, setPasswordByLink, type Owner } from './passwords.ts'
import { dropPreparedAccess } from './prepared-access.ts'
import { readRecovery, stopRecoveryBySession, turnOffByRecovery, type Recovery } from './recoveries.ts'
import { endSecondStep, finishFirstStep, mayFinish, type SecondStep } from './second-steps.ts'
import { insertSecurityEvent } from './security-events.ts'
import { spendLink, type OnceLink } from './used-links.ts'
import { revokeOthers, revokeSessions } from './user-sessions.ts'
import { followTimeZone, insertUser, type NewUser, type UserRow } from './users.ts'

/** Who signs in, as read before. */
export type SigningIn = Pick<UserRow, 'id' | 'password_hash' | 'email_verified_at' | 'second_factor_at'>

/** What a sign-in writes besides its session. */
export type SignInWrite =
  | { write: 'user'; user: NewUser }
  | { write: 'passkey'; passkey: NewPasskeyRow }
  /** Of an account without a second factor only, as the next two. */
  | { write: 'identity'; user_id: string; identity: Identity }
  | { write: 'sessions_ended'; user_id: string }
  | { write: 'password'; owner: Owner; password_hash: string }
  | { write: 'prepared_access_dropped'; owner: Owner }
  | { write: 'passkey_used'; passkey: PasskeyUse }
  | { write: 'password_used'; owner: Owner; password_hash: string; timezone: string | null }
  | { write: 'link_used'; link: OnceLink }
  | { write: 'time_zone'; user_id: string; timezone: string }
  | { write: 'tries_forgotten'; bucket: string }
  | { write: 'try_taken_back'; bucket: string }

/** How the account's second factor was met: it has none, 72 hours were waited, or one was shown. */
export type SecondFactor =
  | { by: 'none' }
  | { by: 'waiting'; recovery: Recovery }
  | { by: 'passkey' }
  | { by: 'second_step'; step: SecondStep }

type SignIn = {
  /** `password_hash` as it is when the session begins. */
  user: SigningIn
  /** `proved_at`: when the user showed that it is them, in ms; 0 if a provider asked nothing. */
  session: { id: string; token_hash: string; proved_at: number }
  event: SecurityEventKind
  /** The writes of the first factor alone, and those of a whole sign-in. */
  shown: readonly SignInWrite[]
  whole: readonly SignInWrite[]
  second_factor: SecondFactor
}

/**
 * Signs a user in with a new session, and ends the browser's previous one, in one batch with all that the sign-in writes.
 * There is no session if the password's hash is no longer the one given, or the second factor does not hold. Returns
 * whether a waiting period was there to be stopped.
 */
export async function insertSignIn(ctx: Ctx, signIn: SignIn): Promise<{ stops_recovery: boolean }> {
  const { user, session, event, shown, whole } = signIn
  const isBegun = sql`exists (select 1 from ${sessions} s where s.id = ${session.id})`
  const begun = { session_id: session.id, isBegun }
  const { when, first, after, stops } = secondFactorOf(ctx, signIn, begun)
  const stopped = stops && user.second_factor_at !== null ? await readRecovery(ctx, user.id) : null
  await runBatch(ctx.db, [
    ...statementsOf(ctx, shown),
    ...first,
    ...statementsOf(ctx, whole),
    insertSession(ctx, user, session, when),
    endPrevious(ctx, isBegun),
    insertSecurityEvent(ctx, { kind: event, user_id: user.id, session_id: session.id }, isBegun),
    ...(stops && user.second_factor_at !== null ? stopRecoveryBySession(ctx, user.id, begun) : []),
    ...after,
  ])
  return { stops_recovery: stopped !== null }
}

type Begun = { session_id: string; isBegun: SQL }

/** The conditions and statements of the second factor: what has to hold, and what is written before and after the session. */
function secondFactorOf(ctx: Ctx, { user, second_factor }: SignIn, begun: Begun) {
  const hasNone = isNull(users.second_factor_at)
  switch (second_factor.by) {
    case 'none':
      return { when: hasNone, first: [], after: [], stops: false }
    case 'waiting':
      return {
        when: hasNone,
        first: turnOffByRecovery(ctx, second_factor.recovery),
        after: endWaiting(ctx, user.id, begun),
        stops: false,
      }
    case 'passkey':
      return { when: undefined, first: [], after: [], stops: true }
    case 'second_step': {
      const { step } = second_factor
      const when = mayFinish(step, ctx.realNow())
      return { when, first: finishFirstStep(ctx, step, when), after: endSecondStep(ctx, step, begun), stops: true }
    }
    default:
      throw new Error(second_factor satisfies never)
  }
}

/** A second factor that was waited out ends the other sessions. */
function endWaiting(ctx: Ctx, user_id: string, { session_id, isBegun }: Begun): Statement[] {
  return [
    revokeOthers(ctx, { id: session_id, user_id }, isBegun),
    insertSecurityEvent(ctx, { kind: 'recovery_finished', user_id, session_id }, isBegun),
  ]
}

function insertSession(ctx: Ctx, user: SigningIn, session: SignIn['session'], when: SQL | undefined) {
  const now = ctx.realNow()
  const row = {
    ...session,
    user_id: users.id,
    user_agent: ctx.userAgent,
    created_at: now,
    last_seen_at: now,
    expires_at: now + SESSION_ABSOLUTE,
  }
  const where = and(eq(users.id, user.id), sql`${users.password_hash} is ${user.password_hash}`, when)
  return insertRow(ctx.db, sessions, row, { from: users, where })
}

function endPrevious(ctx: Ctx, isBegun: SQL) {
  const isPrevious = and(eq(sessions.token_hash, ctx.sessionHash ?? ''), isNull(sessions.revoked_at), isBegun)
  return revokeSessions(ctx, isPrevious)
}

function statementsOf(ctx: Ctx, writes: readonly SignInWrite[]): Statement[] {
  return writes.flatMap((given) => statementOf(ctx, given))
}

function statementOf(ctx: Ctx, given: SignInWrite): Statement | Statement[] {
  const { db } = ctx
  switch (given.write) {
    case 'user':
      return insertUser(ctx, given.user)
    case 'passkey':
      return db.insert(passkeys).values(given.passkey)
    case 'identity':
      return insertIdentity(ctx, given.identity, given.user_id, isNull(users.second_factor_at))
    case 'sessions_ended':
      return endAll(ctx, given.user_id)
    case 'password':
      return setPasswordByLink(ctx, given.owner, given.password_hash, isNull(users.second_factor_at))
    case 'prepared_access_dropped':
      return dropPreparedAccess(ctx, given.owner)
    case 'passkey_used':
      return notePasskeyUse(ctx, given.passkey)
    case 'password_used':
      return noteRightPassword(ctx, given.owner, given)
    case 'link_used':
      return spendLink(ctx, given.link)
    case 'time_zone':
      return followTimeZone(ctx, given.user_id, given.timezone)
    case 'tries_forgotten':
      return forgetTries(db, given.bucket)
    case 'try_taken_back':
      return takeBackTry(db, given.bucket)
    default:
      throw new Error(given satisfies never)
  }
}

/** Unless a second factor was turned on meanwhile, which the sign-in would have to show. */
function endAll(ctx: Ctx, user_id: string) {
  const isAlone = sql`exists (select 1 from ${users} where ${and(eq(users.id, user_id), isNull(users.second_factor_at))})`
  return revokeSessions(ctx, and(isLiveSessionOf(user_id, ctx.realNow()), isAlone))
}

/** A sign-in whose second step is missing. */
type Pending = typeof pending_sign_ins.$inferInsert

/** Lets a sign-in wait for its second step, with what its first factor writes alone. */
export async function insertPendingSignIn(ctx: Ctx, pending: Pending, shown: readonly SignInWrite[]): Promise<void> {
  await runBatch(ctx.db, [ctx.db.insert(pending_sign_ins).values(pending), ...statementsOf(ctx, shown)])
}
