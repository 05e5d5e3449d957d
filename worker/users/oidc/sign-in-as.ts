import { beginSession } from '../accounts/begin-session.ts'
import { needsSecondStep, signInByFirstFactor, type SignedIn } from '../accounts/sign-in-by-first-factor.ts'
import { newUser } from '../accounts/new-user.ts'
import { bucketOf, countTries, JOIN_PER_IP, OIDC_PER_IP, OIDC_START_PER_IP } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { recordMetric } from '../../system/metrics/record-metric.ts'
import { knownTimeZone } from '../accounts/time-zone.ts'
import { readUsersOfIdentity } from '../../db/users/identities.ts'
import type { PendingOutcome } from '../../db/users/second-steps.ts'
import type { SigningIn, SignInWrite } from '../../db/users/sign-ins.ts'
import { readTakenLogins } from '../../db/users/users.ts'
import type { Ctx } from '../../system/context/context.ts'
import type { Claims } from '../../contract/oidc/oidc-input.ts'
import type { SignInProblem } from '../../contract/oidc/oidc-sign-in.ts'
import { uniqueViolation } from '../../db/constraints/unique-violation.ts'
import { decideAccount, loginCandidates, loginFrom } from './account-decision.ts'

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
      const whole: SignInWrite[] = [{ write: 'user', user }, identify(person, user)]
      const joined = await begin(ctx, person, user, { outcome: { event: 'joined' }, whole })
      recordMetric(ctx, 'joined', { through: 'openid' })
      return joined
    }
    default:
      return { problem: decision }
  }
}

/** The user of this identity, and the user with its email address. */
async function lookUp(ctx: Ctx, { issuer, claims }: Person) {
  const identity = { issuer, subject: claims.sub, email: claims.email ?? '' }
  const { known, sameEmail: same } = await readUsersOfIdentity(ctx, identity)
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
  const whole: SignInWrite[] = [identify(person, user), { write: 'sessions_ended', user_id: user.id }]
  const { issuer, claims } = person
  return begin(ctx, person, user, { outcome: { event: 'identity_linked', issuer, subject: claims.sub }, whole })
}

/** `whole`: what only a whole sign-in writes. */
type Way = { outcome: PendingOutcome | { event: 'joined' }; whole?: SignInWrite[] }

async function begin(ctx: Ctx, { timezone }: Person, user: User, { outcome, whole = [] }: Way) {
  const zone = knownTimeZone(timezone)
  const whom = networkOf(ctx.ip)
  const shown: SignInWrite[] = [
    ...(zone ? [{ write: 'time_zone', user_id: user.id, timezone: zone } as const] : []),
    { write: 'try_taken_back', bucket: await bucketOf(ctx, { limit: OIDC_START_PER_IP, whom }) },
    { write: 'try_taken_back', bucket: await bucketOf(ctx, { limit: OIDC_PER_IP, whom }) },
  ]
  const signedIn =
    outcome.event === 'joined'
      ? await beginSession(ctx, user, 'joined', { whole: [...whole, ...shown], proved: false })
      : await signInByFirstFactor(ctx, { user, outcome, shown, whole, proved: false })
  if (zone) ctx.accountParts.runner.deferSync(ctx, user.id)
  if (!signedIn) return { problem: 'failed' } as const
  return { signedIn, linked: outcome.event === 'identity_linked' && !needsSecondStep(signedIn) }
}

function identify({ issuer, claims }: Person, { id: user_id }: User): SignInWrite {
  return { write: 'identity', user_id, identity: { issuer, subject: claims.sub } }
}

async function someoneNew(ctx: Ctx, { claims, timezone }: Person) {
  await countTries(ctx, { limit: JOIN_PER_IP, whom: networkOf(ctx.ip) })
  const login = await freeLogin(ctx, loginFrom(claims, ctx.settings.PRODUCT_NAME))
  const email_verified_at = ctx.now()
  return newUser(ctx, { email: claims.email ?? '', email_verified_at, login, password_hash: null, timezone })
}

async function freeLogin(ctx: Ctx, wanted: string): Promise<string> {
  const candidates = loginCandidates(wanted)
  const taken = await readTakenLogins(ctx, candidates)
  const names = new Set(taken.map((login) => login.toLowerCase()))
  const some = ctx
    .token()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return candidates.find((each) => !names.has(each)) ?? `${wanted}-${some.slice(0, 5)}`
}
