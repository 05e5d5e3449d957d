import * as oauth from 'oauth4webapi'
import { decryptToken } from '../../system/secrets/token-encryption.ts'
import type { Ctx } from '../../system/context/context.ts'
import { claimsInput, type Claims } from '../../contract/oidc/oidc-input.ts'
import { parseInput } from '../../system/http/validate.ts'
import { verifyIdToken } from './id-token.ts'
import { requestOptions, type OidcProvider } from './provider.ts'
import type { OidcState } from '../../db/users/identities.ts'

/** No provider sends a longer code. */
const ANSWER_MAX = 8192

/**
 * The claims of the user who signed in at the provider, or `denied`. Throws if anything in the provider's response
 * violates OpenID Connect Core §3.1.
 */
export async function exchangeAnswer(
  ctx: Ctx,
  provider: OidcProvider,
  started: OidcState,
  answer: URLSearchParams,
): Promise<Claims | 'denied'> {
  const checked = checkAnswer(provider, answer)
  if (checked === 'denied') return checked
  const { as, client, auth, redirectUri } = provider
  const verifier = await decryptToken(ctx.settings.TOKEN_KEYS, started.state_hash, started.code_verifier)
  const options = requestOptions(ctx, as.token_endpoint)
  const response = await oauth.authorizationCodeGrantRequest(as, client, auth, checked, redirectUri, verifier, options)
  // The library reads the response and compares the nonce; `jose` verifies the ID token's signature.
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: started.nonce,
    requireIdToken: true,
  })
  const claims = parseInput(claimsInput, await verifyIdToken(ctx, provider, tokens.id_token ?? ''))
  return claims.email || !as.userinfo_endpoint ? claims : withUserInfo(ctx, provider, claims, tokens.access_token)
}

/** Requires our issuer (RFC 9207), no token in the address and no error. The state was already found by its hash. */
function checkAnswer({ as, client }: OidcProvider, answer: URLSearchParams): URLSearchParams | 'denied' {
  if (answer.toString().length > ANSWER_MAX) throw new Error('The answer is too long.')
  try {
    return oauth.validateAuthResponse(as, client, answer, answer.get('state') ?? '')
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') return 'denied'
    throw error
  }
}

/** Some providers send the email address only from the userinfo endpoint. Its `sub` has to match the ID token's. */
async function withUserInfo(ctx: Ctx, provider: OidcProvider, claims: Claims, accessToken: string): Promise<Claims> {
  const { as, client } = provider
  const response = await oauth.userInfoRequest(as, client, accessToken, requestOptions(ctx, as.userinfo_endpoint ?? ''))
  const info = parseInput(claimsInput, await oauth.processUserInfoResponse(as, client, claims.sub, response))
  const { preferred_username = info.preferred_username, name = info.name } = claims
  return { ...info, preferred_username, name, auth_time: claims.auth_time }
}
