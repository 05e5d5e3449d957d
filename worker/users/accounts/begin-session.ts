import type { Ctx } from '../../system/context/context.ts'
import type { Me } from '../../contract/accounts/me.ts'
import type { SecurityEventKind } from '../../contract/accounts/security-events.ts'
import { insertSignIn, type SecondFactor, type SigningIn, type SignInWrite } from '../../db/users/sign-ins.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { tellSecurityEvent } from '../security-events/tell-security-event.ts'
import { findKnownBrowser, markBrowser } from '../session/known-browser.ts'
import { readPendingDeletion } from '../session/pending-deletion.ts'
import { newSessionToken } from '../session/session-cookie.ts'
import { getMe } from './get-me.ts'

/**
 * A new session. `token` goes into its cookie and nowhere else, `known_browser` into the cookie of known-browser.ts. `me`
 * is null for an account that is being deleted.
 */
export type BegunSession = { token: string; known_browser: string; me: Me | null }

/** The proof that the user has given, and the writes for the same batch. */
type Shown = {
  /** That it is them: by a password or passkey, not by a provider that asked nothing. */
  proved?: boolean
  second_factor?: SecondFactor
  /** What the first factor writes, and what only a whole sign-in does. */
  shown?: readonly SignInWrite[]
  whole?: readonly SignInWrite[]
}

/**
 * Signs a user in with a new session and ends the browser's previous one. `event` says how, and is recorded; the user is
 * mailed after signing in with a browser that is new to the account.
 * Returns null if the password hash is no longer the one given, so that a sign-in begun before a reset does not
 * outlive it, and for an account whose second factor was not shown.
 */
export async function beginSession(
  ctx: Ctx,
  user: SigningIn,
  event: 'joined' | 'signed_in' | 'password_reset' | 'identity_linked',
  { proved = true, second_factor = { by: 'none' }, shown = [], whole = [] }: Shown = {},
): Promise<BegunSession | null> {
  const token = await newSessionToken(ctx, user.id)
  const session = { id: ctx.id('ses'), token_hash: await sha256(token), proved_at: proved ? ctx.realNow() : 0 }
  const kind: SecurityEventKind = event === 'signed_in' && (await isNewBrowser(ctx, user)) ? 'new_browser' : event
  const written = await insertSignIn(ctx, { user, session, event: kind, second_factor, shown, whole })
  const as = { ...ctx, sessionHash: session.token_hash }
  const me = await getMe(as)
  const signedIn = me ?? (await readPendingDeletion(as))
  if (!signedIn) return null
  const tell = (told: SecurityEventKind) =>
    tellSecurityEvent(ctx, { ...signedIn, id: user.id }, { kind: told, session_id: session.id })
  tell(kind)
  if (written.stops_recovery) tell('recovery_stopped')
  if (second_factor.by === 'waiting') tell('recovery_finished')
  const marked = { id: user.id, email_verified: me?.email_verified ?? user.email_verified_at !== null }
  return { token, known_browser: await markBrowser(ctx, marked), me }
}

async function isNewBrowser(ctx: Ctx, { id, email_verified_at }: SigningIn): Promise<boolean> {
  return (await findKnownBrowser(ctx, { id, email_verified: email_verified_at !== null })) === null
}
