import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Ctx } from '../../system/context/context.ts'
import type { Me } from '../../contract/accounts/me.ts'
import type { SecurityEventKind } from '../../contract/accounts/security-events.ts'
import { SESSION_ABSOLUTE } from '../../contract/limits.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { insertSecurityEvent } from '../../db/users/security-events.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { findKnownBrowser, markBrowser } from '../session/known-browser.ts'
import { readPendingDeletion } from '../session/pending-deletion.ts'
import { newSessionToken } from '../session/session-token.ts'
import { getMe } from './get-me.ts'
import { stopRecoveryBySignIn } from './pending-sign-in/recovery-statements.ts'
import { sessions, users } from '../../db/schema/accounts.ts'

/**
 * A new session. `token` goes into its cookie and nowhere else, `known_browser` into the cookie of known-browser.ts. `me`
 * is null for an account that is being deleted.
 */
export type BegunSession = { token: string; known_browser: string; me: Me | null }

/** Who signs in, as read before. */
export type SigningIn = {
  id: string
  password_hash: string | null
  email_verified_at: number | null
  second_factor_at: number | null
}

/** The proof that the user has given. */
type Shown = {
  /** That it is them: by a password or passkey, not by a provider that asked nothing. */
  proved?: boolean
  /** A passkey, or a recovery code besides the first factor. */
  second_factor?: boolean
  /** A further condition that must hold when the session is written. */
  when?: SQL
  /** Writes after the session, which hold only if there is one. */
  after?: (isBegun: SQL, session_id: string) => BatchItem<'sqlite'>[]
}

/**
 * Signs a user in with a new session and ends the browser's previous one. `event` says how, and is recorded; the user is
 * mailed after signing in with a browser that is new to the account. `first` are writes for the same batch.
 * Returns null if the password hash is no longer the one given, so that a sign-in begun before a reset does not
 * outlive it, and for an account whose second factor was not shown.
 */
export async function beginSession(
  ctx: Ctx,
  user: SigningIn,
  event: 'joined' | 'signed_in' | 'password_reset' | 'identity_linked',
  first: BatchItem<'sqlite'>[],
  { proved = true, second_factor = false, when = sql`true`, after = () => [] }: Shown = {},
): Promise<BegunSession | null> {
  const token = await newSessionToken(ctx, user.id)
  const session = { id: ctx.id('ses'), token_hash: await sha256(token) }
  const kind: SecurityEventKind = event === 'signed_in' && (await isNewBrowser(ctx, user)) ? 'new_browser' : event
  const recorded = { kind, user_id: user.id, session_id: session.id }
  const isBegun = sql`exists (select 1 from ${sessions} s where s.id = ${session.id})`
  const mayBegin = and(second_factor ? undefined : isNull(users.second_factor_at), when)
  const stop = second_factor ? await stopRecoveryBySignIn(ctx, user, { isBegun, session_id: session.id }) : null
  const insert = insertSession(ctx, user, { ...session, proved_at: proved ? ctx.realNow() : 0 }, mayBegin)
  const [before = insert, ...more] = [...first, insert]
  await ctx.db.batch([
    before,
    ...more,
    endPrevious(ctx, isBegun),
    insertSecurityEvent(ctx, recorded, isBegun),
    ...(stop?.writes ?? []),
    ...after(isBegun, session.id),
  ])
  const as = { ...ctx, sessionHash: session.token_hash }
  const me = await getMe(as)
  const signedIn = me ?? (await readPendingDeletion(as))
  if (!signedIn) return null
  tellSecurityEvent(ctx, { ...signedIn, id: user.id }, recorded)
  if (stop?.event) tellSecurityEvent(ctx, { ...signedIn, id: user.id }, stop.event)
  const marked = { id: user.id, email_verified: me?.email_verified ?? user.email_verified_at !== null }
  return { token, known_browser: await markBrowser(ctx, marked), me }
}

async function isNewBrowser(ctx: Ctx, { id, email_verified_at }: SigningIn): Promise<boolean> {
  return (await findKnownBrowser(ctx, { id, email_verified: email_verified_at !== null })) === null
}

function endPrevious({ db, sessionHash, ...ctx }: Ctx, isBegun: SQL) {
  return db
    .update(sessions)
    .set({ revoked_at: ctx.realNow() })
    .where(and(eq(sessions.token_hash, sessionHash ?? ''), isNull(sessions.revoked_at), isBegun))
}

function insertSession(
  ctx: Ctx,
  user: SigningIn,
  { id, token_hash, proved_at }: { id: string; token_hash: string; proved_at: number },
  mayBegin: SQL | undefined,
) {
  const now = ctx.realNow()
  return ctx.db.insert(sessions).select(
    ctx.db
      .select({
        id: sql`${id}`.as('id'),
        user_id: users.id,
        token_hash: sql`${token_hash}`.as('token_hash'),
        user_agent: sql`${ctx.userAgent}`.as('user_agent'),
        created_at: sql`${now}`.as('created_at'),
        last_seen_at: sql`${now}`.as('last_seen_at'),
        expires_at: sql`${now + SESSION_ABSOLUTE}`.as('expires_at'),
        revoked_at: sql`null`.as('revoked_at'),
        proved_at: sql`${proved_at}`.as('proved_at'),
      })
      .from(users)
      .where(and(eq(users.id, user.id), sql`${users.password_hash} is ${user.password_hash}`, mayBegin)),
  )
}
