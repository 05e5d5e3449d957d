import * as oauth from 'oauth4webapi'
import { countTries, OIDC_START_PER_IP } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import { encryptToken } from '../../system/secrets/token-encryption.ts'
import type { Ctx } from '../../system/context/context.ts'
import { loginPath } from '../../contract/addresses.ts'
import { problemPath } from '../../contract/oidc/oidc-sign-in.ts'
import { sha256 } from '../../system/secrets/hashes.ts'
import { signInProblem } from './sign-in-problem.ts'
import { requireUser } from '../../system/context/require-user.ts'
import { findProvider, requireOidc, type OidcProvider } from './provider.ts'
import { insertOidcState } from '../../db/users/identities.ts'

export const STATE_LIFETIME = 10 * 60 * 1000

type Start = {
  /** Has passed `safeReturnTo`. */
  returnTo: string
  /** The value of the browser's `oauth` cookie. */
  browser: string
  /** Whether another site sent the browser here. */
  fromElsewhere: boolean
}

/**
 * Where signing in through the OpenID provider leads: to the provider, or to the sign-in page if it cannot
 * begin. Only a press on our own pages begins it; a signed-in user goes straight to `returnTo`. `started`: the browser
 * has to keep its `oauth` cookie. Throws `not_found` (404) if no provider is configured.
 */
export async function startSignIn(ctx: Ctx, start: Start): Promise<{ to: string; started: boolean }> {
  requireOidc(ctx.settings)
  const { returnTo, fromElsewhere } = start
  if (await ctx.user()) return { to: returnTo, started: false }
  if (fromElsewhere) return { to: loginPath(returnTo), started: false }
  try {
    await countTries(ctx, { limit: OIDC_START_PER_IP, whom: networkOf(ctx.ip) })
    return { to: await begin(ctx, await findProvider(ctx), start), started: true }
  } catch (error) {
    return { to: problemPath(signInProblem(error), returnTo), started: false }
  }
}

/**
 * The same for a signed-in user who shows that it is them: the provider asks again, and the callback proves only
 * the session that began it. Throws `not_signed_in` (401), `not_found` (404) if no provider is configured.
 */
export async function startProof(ctx: Ctx, start: Start): Promise<{ to: string; started: boolean }> {
  requireOidc(ctx.settings)
  const user = await requireUser(ctx)
  const { returnTo } = start
  if (start.fromElsewhere) return { to: returnTo, started: false }
  await countTries(ctx, { limit: OIDC_START_PER_IP, whom: networkOf(ctx.ip) })
  return { to: await begin(ctx, await findProvider(ctx), start, user.session_id), started: true }
}

/** Stores the attempt under the hash of a single-use state and returns the provider's address. */
async function begin(
  ctx: Ctx,
  provider: OidcProvider,
  { returnTo, browser }: Start,
  session_id: string | null = null,
): Promise<string> {
  const [state, verifier, nonce] = [ctx.token(), ctx.token(), ctx.token()]
  const state_hash = await sha256(state)
  await insertOidcState(ctx, {
    state_hash,
    browser_hash: await sha256(browser),
    nonce,
    code_verifier: await encryptToken(ctx.settings.TOKEN_KEYS, state_hash, verifier),
    return_to: returnTo,
    session_id,
    expires_at: ctx.realNow() + STATE_LIFETIME,
  })
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  return authorizeAddress(provider, { state, nonce, challenge, again: session_id !== null })
}

/** Code flow with state, nonce and PKCE S256. */
function authorizeAddress(
  { as, client, redirectUri }: OidcProvider,
  { state, nonce, challenge, again }: { state: string; nonce: string; challenge: string; again: boolean },
): string {
  const url = new URL(as.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    // The provider has to ask, even if its user is signed in there.
    ...(again && { max_age: '0' }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
