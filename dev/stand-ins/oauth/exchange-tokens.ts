import { base64url } from 'jose'
import { OAuthError } from './oauth-error.ts'
import type { AuthorizationCode } from './oauth-state.ts'
import { openGrant, refreshGrant, takeCode } from './oauth-tokens.ts'
import { checkExact, requiredParam, single } from './read-parameters.ts'
import type { Client, Provider } from './provider-settings.ts'

/** Creates the ID token that comes with an access token. */
type IdToken = (code: AuthorizationCode) => Promise<string>

type Answer = Promise<Record<string, unknown>>

/** Gives tokens for a code or a refresh token (RFC 6749 §4.1.3, §6). */
export async function exchangeTokens(
  provider: Provider,
  client: Client,
  params: URLSearchParams,
  idToken: IdToken,
): Answer {
  const { settings } = provider
  const readType = settings.optional?.includes('grant_type') ? single : requiredParam
  switch (readType(params, 'grant_type')) {
    case undefined:
    case 'authorization_code':
      return exchangeCode(provider, client, params, idToken)
    case 'refresh_token': {
      if (settings.tokens?.refresh === 'none') break
      checkExact(params, settings, ['grant_type', 'refresh_token'])
      return refreshGrant(provider, client, requiredParam(params, 'refresh_token'), single(params, 'scope'))
    }
  }
  throw new OAuthError('grant_type', 'Use authorization_code or refresh_token')
}

async function exchangeCode(provider: Provider, client: Client, params: URLSearchParams, idToken: IdToken): Answer {
  const { settings } = provider
  const { optional = [], pkce = 'required' } = settings
  checkExact(params, settings, ['grant_type', 'code', 'redirect_uri', ...(pkce === 'ignored' ? [] : ['code_verifier'])])
  const sent = requiredParam(params, 'code')
  const redirectUri = (optional.includes('redirect_uri') ? single : requiredParam)(params, 'redirect_uri')
  const verifier = (pkce === 'required' ? requiredParam : single)(params, 'code_verifier')
  const code = takeCode(provider, client, sent)
  if (redirectUri !== undefined && code.redirectUri !== redirectUri)
    throw new OAuthError('redirect', 'redirect_uri differs from the one of the authorization request')
  if (code.codeChallenge !== '' && code.codeChallenge !== (await challengeOf(verifier ?? '')))
    throw new OAuthError('verifier', 'code_verifier does not match the code_challenge')
  const answer = openGrant(provider, client, code)
  return code.scopes.includes('openid') ? { ...answer, id_token: await idToken(code) } : answer
}

/** The challenge of a verifier (PKCE, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}
