import type { Client } from './provider-settings.ts'

/** `expiresAt` in ms; null for one that stays. */
type AccessToken = { token: string; scopes: string[]; expiresAt: number | null }

/** The result of one consent: access to one account of one service, with its live tokens. */
export type Grant = {
  id: string
  service: string
  accountId: string
  clientId: string
  scopes: string[]
  grantedAt: number
  /** Null where the provider gives none. */
  refreshToken: string | null
  /** Kept to detect a refresh token that is used twice (RFC 9700 §4.14.2). */
  spentRefreshTokens: string[]
  accessTokens: AccessToken[]
}

export type AuthorizationCode = {
  code: string
  service: string
  accountId: string
  clientId: string
  redirectUri: string
  /** Empty for a request without PKCE. */
  codeChallenge: string
  scopes: string[]
  /** For OpenID Connect; the ID token repeats it. */
  nonce?: string
  /** Whether the request was one for a refresh token too. */
  isOffline: boolean
  issuedAt: number
  spent: boolean
  grantId?: string
}

export type OAuthState = {
  grants: Grant[]
  codes: AuthorizationCode[]
  /** The clients that registered themselves. */
  clients: (Client & { service: string })[]
}

/** What the stand-in keeps for all services. `now` in ms; call `save` after a change. */
export type OAuthContext = { state: OAuthState; now(): number; save(): void }

export function newOAuthState(): OAuthState {
  return { grants: [], codes: [], clients: [] }
}
