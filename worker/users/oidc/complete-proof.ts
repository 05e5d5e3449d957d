import { waysOf } from '../accounts/proof/list-proof-ways.ts'
import type { Ctx } from '../../system/context/context.ts'
import { isIdentityOf, type OidcState } from '../../db/users/identities.ts'
import { markSessionProved } from '../../db/users/user-sessions.ts'
import { log } from '../../system/log/log.ts'
import { exchangeAnswer } from './exchange-code.ts'
import { CLOCK_TOLERANCE, findProvider } from './provider.ts'
import { signInProblem } from './sign-in-problem.ts'
import { STATE_LIFETIME } from './start-sign-in.ts'

/**
 * Whether the provider asked this session's user to sign in, since the session began to ask: `auth_time` says when. Only
 * the identity of their own account counts, and only where the account has no better way. Then the session is proved.
 */
export async function completeProof(ctx: Ctx, started: OidcState, answer: URLSearchParams): Promise<boolean> {
  const user = await ctx.user()
  if (!user || user.session_id !== started.session_id) return false
  try {
    const provider = await findProvider(ctx)
    const claims = await exchangeAnswer(ctx, provider, started, answer)
    if (claims === 'denied') return false
    const begun_at = started.expires_at - STATE_LIFETIME
    const asked = (claims.auth_time ?? 0) * 1000 >= begun_at - CLOCK_TOLERANCE * 1000
    if (!asked || !(await isIdentityOf(ctx, user.id, { issuer: provider.as.issuer, subject: claims.sub }))) return false
    if (!(await waysOf(ctx, user.id)).includes('provider')) return false
    await markSessionProved(ctx, { id: user.session_id, user_id: user.id }, { way: 'provider' })
    return true
  } catch (error) {
    log('info', 'oidc_refused', { problem: signInProblem(error) })
    return false
  }
}
