import * as oauth from 'oauth4webapi'
import { decryptToken } from '../secrets/token-encryption.ts'
import type { Ctx } from '../context/context.ts'
import { claimsInput, type Claims } from '../contract/oidc/oidc-input.ts'
import { parseInput } from '../http/validate.ts'
import { verifyIdToken } from './id-token.ts'
import { requestOptions, type OidcProvider } from './provider.ts'
import type { oidc_states } from '../db/schema/oidc.ts'

/** A code longer than this is no code. */
const ANSWER_MAX = 8192

/**
 * Who signed in at the provider, by the answer that it sent the browser back with; `denied` where that says no. Throws
 * where anything in it is not as OpenID Connect Core §3.1 wants it.
 */
export async function exchangeAnswer(
  ctx: Ctx,
  provider: OidcProvider,
  started: typeof oidc_states.$inferSelect,
  answer: URLSearchParams,
): Promise<Claims | 'denied'> {
  const checked = checkAnswer(provider, answer)
  if (checked === 'denied') return checked
  const { as, client, auth, redirectUri } = provider
  const verifier = await decryptToken(ctx.settings.TOKEN_KEYS, started.state_hash, started.code_verifier)
  const options = requestOptions(ctx, as.token_endpoint)
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, checked, redirectUri, verifier, options)
  // The library reads the answer and compares the nonce; whether the ID token is signed is for `jose` to say.
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: started.nonce,
    requireIdToken: true,
  })
  const claims = parseInput(claimsInput, await verifyIdToken(ctx, provider, tokens.id_token ?? ''))
  return claims.email || !as.userinfo_endpoint ? claims : withUserInfo(ctx, provider, claims, tokens.access_token)
}

/** Our issuer (RFC 9207), no token in the address, no error; the state was looked up by its hash. */
function checkAnswer({ as, client }: OidcProvider, answer: URLSearchParams): URLSearchParams | 'denied' {
  if (answer.toString().length > ANSWER_MAX) throw new Error('The answer is too long.')
  try {
    return oauth.validateAuthResponse(as, client, answer, answer.get('state') ?? '')
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') return 'denied'
    throw error
  }
}

/** Some providers keep the email address out of the ID token; its `sub` has to be the same. */
async function withUserInfo(ctx: Ctx, provider: OidcProvider, claims: Claims, accessToken: string): Promise<Claims> {
  const { as, client } = provider
  const response = await oauth.userInfoRequest(as, client, accessToken, requestOptions(ctx, as.userinfo_endpoint ?? ''))
  const info = parseInput(claimsInput, await oauth.processUserInfoResponse(as, client, claims.sub, response))
  const { preferred_username = info.preferred_username, name = info.name } = claims
  return { ...info, preferred_username, name }
}
