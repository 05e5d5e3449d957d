import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { beginSession, type SigningIn } from '../accounts/begin-session.ts'
import { needsSecondStep, signInByFirstFactor, type SignedIn } from '../accounts/sign-in-by-first-factor.ts'
import { insertIdentity } from '../accounts/pending-sign-in/insert-identity.ts'
import { newUser } from '../accounts/new-user.ts'
import { bucketOf, countTries, JOIN_PER_IP, OIDC_PER_IP, OIDC_START_PER_IP, takeBackTry } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { knownTimeZone, unlessChosen } from '../accounts/time-zone.ts'
import { former_logins } from '../../db/schema/account-changes.ts'
import { isLiveSessionOf } from '../../db/users/live-sessions.ts'
import { sessions, users } from '../../db/schema/accounts.ts'
import type { ClockCtx, Ctx, DbCtx } from '../../system/context/context.ts'
import type { Claims } from '../../contract/oidc/oidc-input.ts'
import type { SignInProblem } from '../../contract/oidc/oidc-sign-in.ts'
import { uniqueViolation } from '../../db/constraints/unique-violation.ts'
import { decideAccount, loginCandidates, loginFrom } from './account-decision.ts'
import { identities } from '../../db/schema/oidc.ts'
import type { PendingOutcome } from '../../db/schema/second-factors.ts'

type Person = {
  issuer: string
  claims: Claims
  timezone: string | undefined
}
/** `linked`: the identity now opens an account that was there before. */
type SignedInAs = { signedIn: SignedIn; linked: boolean }
type User = SigningIn & { email: string; login: string }

/**
 * Begins a session for the provider's user: the account of this identity, the account with the same verified email, or
 * a new one. The unique indexes let only one of two simultaneous callbacks write; the other then finds its rows.
 */
export async function signInAs(ctx: Ctx, person: Person): Promise<SignedInAs | { problem: SignInProblem }> {
  try {
    return await openAccount(ctx, person)
  } catch (error) {
    if (uniqueViolation(error) === null) throw error
    return openAccount(ctx, person)
  }
}

async function openAccount(ctx: Ctx, person: Person): Promise<SignedInAs | { problem: SignInProblem }> {
  const { known, sameEmail } = await lookUp(ctx, person)
  const decision = decideAccount({ identity: known !== undefined, sameEmail: sameEmail ?? null }, person.claims)
  switch (decision) {
    case 'known':
      return known ? begin(ctx, person, known, { outcome: { event: 'signed_in' } }) : { problem: 'failed' }
    case 'link':
      return sameEmail ? link(ctx, person, sameEmail) : { problem: 'failed' }
    case 'create': {
      const user = await someoneNew(ctx, person)
      const first = [ctx.db.insert(users).values(user), identify(ctx, person, user)]
      const joined = await begin(ctx, person, user, { outcome: { event: 'joined' }, first })
      recordMetric(ctx, 'joined', { through: 'openid' })
      return joined
    }
    default:
      return { problem: decision }
  }
}

/** The user of this identity, and the user with its email address. */
async function lookUp({ db }: DbCtx, { issuer, claims }: Person) {
  const { id, email, login, password_hash, email_verified_at, second_factor_at } = users
  const signingIn = { id, email, login, password_hash, email_verified_at, second_factor_at }
  const [[known], [same]] = await db.batch([
    db
      .select(signingIn)
      .from(identities)
      .innerJoin(users, eq(users.id, identities.user_id))
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, claims.sub))),
    db
      .select({ ...signingIn, subject: identities.subject })
      .from(users)
      .leftJoin(identities, and(eq(identities.user_id, users.id), eq(identities.issuer, issuer)))
      .where(eq(users.email, claims.email ?? '')),
  ])
  return {
    known,
    sameEmail: same && { ...same, verified: same.email_verified_at !== null, otherIdentity: same.subject !== null },
  }
}

/**
 * The first time an identity opens an account that was there before: somebody else may have signed in to it until now,
 * so its other sessions end, and its address hears of it.
 */
async function link(ctx: Ctx, person: Person, user: User) {
  const first = [identify(ctx, person, user), endAllSessions(ctx, user.id)]
  const { issuer, claims } = person
  return begin(ctx, person, user, { outcome: { event: 'identity_linked', issuer, subject: claims.sub }, first })
}

/** `first`: what only a whole sign-in writes. */
type Way = { outcome: PendingOutcome | { event: 'joined' }; first?: BatchItem<'sqlite'>[] }

async function begin(ctx: Ctx, { timezone }: Person, user: User, { outcome, first = [] }: Way) {
  const zone = knownTimeZone(timezone)
  const whom = networkOf(ctx.ip)
  const shown = [
    ...(zone
      ? [
          ctx.db
            .update(users)
            .set({ timezone: unlessChosen(zone), updated_at: ctx.now() })
            .where(eq(users.id, user.id)),
        ]
      : []),
    takeBackTry(ctx.db, await bucketOf(ctx, { limit: OIDC_START_PER_IP, whom })),
    takeBackTry(ctx.db, await bucketOf(ctx, { limit: OIDC_PER_IP, whom })),
  ]
  const signedIn =
    outcome.event === 'joined'
      ? await beginSession(ctx, user, 'joined', [...first, ...shown], { proved: false })
      : await signInByFirstFactor(ctx, { user, outcome, shown, whole: first, proved: false })
  if (zone) ctx.accountParts.runner.deferSync(ctx, user.id)
  if (!signedIn) return { problem: 'failed' } as const
  return { signedIn, linked: outcome.event === 'identity_linked' && !needsSecondStep(signedIn) }
}

/** Unless a second factor was turned on meanwhile, which the sign-in would have to show. */
function endAllSessions({ db, ...ctx }: Ctx, user_id: string) {
  const isAlone = sql`exists (select 1 from ${users} where ${and(eq(users.id, user_id), isNull(users.second_factor_at))})`
  return db
    .update(sessions)
    .set({ revoked_at: ctx.realNow() })
    .where(and(isLiveSessionOf(user_id, ctx.realNow()), isAlone))
}

function identify(ctx: DbCtx & ClockCtx, { issuer, claims }: Person, { id }: User) {
  return insertIdentity(ctx, { issuer, subject: claims.sub, user_id: id }, isNull(users.second_factor_at))
}

async function someoneNew(ctx: Ctx, { claims, timezone }: Person) {
  await countTries(ctx, { limit: JOIN_PER_IP, whom: networkOf(ctx.ip) })
  const login = await freeLogin(ctx, loginFrom(claims))
  const email_verified_at = ctx.now()
  return newUser(ctx, { email: claims.email ?? '', email_verified_at, login, password_hash: null, timezone })
}

async function freeLogin(ctx: Ctx, wanted: string): Promise<string> {
  const candidates = loginCandidates(wanted)
  const taken = await ctx.db.batch([
    ctx.db
      .select({ login: users.login })
      .from(users)
      .where(inArray(sql`${users.login} collate nocase`, candidates)),
    ctx.db
      .select({ login: former_logins.login })
      .from(former_logins)
      .where(inArray(sql`${former_logins.login} collate nocase`, candidates)),
  ])
  const names = new Set(taken.flat().map(({ login }) => login.toLowerCase()))
  const some = ctx
    .token()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return candidates.find((each) => !names.has(each)) ?? `${wanted}-${some.slice(0, 5)}`
}
