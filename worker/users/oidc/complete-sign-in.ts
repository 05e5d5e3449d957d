import type { BegunSession } from '../accounts/begin-session.ts'
import type { AwaitedSecondStep } from '../accounts/pending-sign-in.ts'
import { needsSecondStep } from '../accounts/sign-in-by-first-factor.ts'
import { withContinuation } from '../session/activation-continuation.ts'
import { countTries, OIDC_PER_IP } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import type { Ctx } from '../../system/context/context.ts'
import { secondStepPath } from '../../contract/accounts/second-step-pages.ts'
import { problemPath, type SignInProblem } from '../../contract/oidc/oidc-sign-in.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { log, noteForLog } from '../../system/log/log.ts'
import { exchangeAnswer } from './exchange-code.ts'
import { signInProblem } from './sign-in-problem.ts'
import { completeProof } from './complete-proof.ts'
import { findProvider, requireOidc } from './provider.ts'
import { signInAs } from './sign-in-as.ts'
import { deleteOidcState, type OidcState } from '../../db/users/identities.ts'

type Callback = {
  /** The query of the callback address. */
  answer: URLSearchParams
  /** The value of the browser's `oauth` cookie. */
  browser: string | null
  timezone?: string | undefined
}

/** Where the browser goes next. `begun`: the new session, if any; `awaited`: the second step; `flash`: the message to show there. */
export type EndOfSignIn = {
  to: string
  begun: BegunSession | null
  awaited?: AwaitedSecondStep
  flash: string | null
}

const CONFIRMED = 'Thank you. You can now do what you wanted to do.'
const notConfirmed = (name: string) => `${name} did not confirm that it is you. Please try again.`
const ELSEWHERE = '/my_applets'

/**
 * Handles the callback from the OpenID provider. It always ends in a redirect to one of our pages, and signs in
 * only for an attempt that this browser began. Ends the browser's previous session, as a password does. Throws
 * `not_found` (404) if no provider is configured.
 */
export async function completeSignIn(ctx: Ctx, callback: Callback): Promise<EndOfSignIn> {
  const { name } = requireOidc(ctx.settings)
  const perIp = { limit: OIDC_PER_IP, whom: networkOf(ctx.ip) }
  const refusal = await countTries(ctx, perIp).catch(signInProblem)
  if (refusal) return refused(refusal, ELSEWHERE)
  const started = await takeState(ctx, callback)
  if (!started) return refused('expired', ELSEWHERE)
  if (started.session_id !== null) {
    const proved = await completeProof(ctx, started, callback.answer)
    return { to: started.return_to, begun: null, flash: proved ? CONFIRMED : notConfirmed(name) }
  }
  const attempted = await attempt(ctx, started, callback)
  if ('problem' in attempted) return refused(attempted.problem, started.return_to)
  const { signedIn, linked } = attempted
  // From that page of ours on, connecting needs no continuation.
  if (needsSecondStep(signedIn))
    return { to: secondStepPath(started.return_to), begun: null, awaited: signedIn, flash: null }
  const flash = linked ? `${name} now signs in to your account too. Your password still works.` : null
  const as = { ...ctx, sessionHash: await sha256(signedIn.token) }
  return { to: await withContinuation(as, started.return_to), begun: signedIn, flash }
}

/** Takes the row of this state: its own browser can use it once. */
async function takeState(ctx: Ctx, { answer, browser }: Callback): Promise<OidcState | null> {
  const [state, ...more] = answer.getAll('state')
  if (!state || !browser || more.length > 0) return null
  const row = await deleteOidcState(ctx, { state_hash: await sha256(state), browser_hash: await sha256(browser) })
  return row && row.expires_at > ctx.realNow() ? row : null
}

async function attempt(ctx: Ctx, started: OidcState, { answer, timezone }: Callback) {
  try {
    const provider = await findProvider(ctx)
    const claims = await exchangeAnswer(ctx, provider, started, answer)
    if (claims === 'denied') return { problem: 'denied' } as const
    return await signInAs(ctx, { issuer: provider.as.issuer, claims, timezone })
  } catch (error) {
    return { problem: signInProblem(error) } as const
  }
}

function refused(problem: SignInProblem, returnTo: string): EndOfSignIn {
  noteForLog({ outcome: problem })
  log('info', 'oidc_refused', { problem })
  return { to: problemPath(problem, returnTo), begun: null, flash: null }
}
