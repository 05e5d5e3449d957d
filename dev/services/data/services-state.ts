import { openJsonFile } from '../../stand-in/json-state-file.ts'
import type { Item } from './sample-data.ts'

export type AccessToken = { token: string; scopes: string[]; expiresAt: number }

/** What one consent opened: one account of one service, with the tokens that are alive. */
export type Grant = {
  id: string
  service: string
  accountId: string
  clientId: string
  scopes: string[]
  grantedAt: number
  refreshToken: string
  /** Kept to notice a refresh token that is used twice (RFC 9700 §4.14.2). */
  spentRefreshTokens: string[]
  accessTokens: AccessToken[]
}

export type AuthorizationCode = {
  code: string
  service: string
  accountId: string
  clientId: string
  redirectUri: string
  codeChallenge: string
  scopes: string[]
  /** OpenID Connect's: the ID token repeats it. */
  nonce?: string
  issuedAt: number
  spent: boolean
  grantId?: string
}

type ServicesState = {
  grants: Grant[]
  codes: AuthorizationCode[]
  /** Seconds, by service. */
  tokenLifetimes: Record<string, number>
  /** What the service APIs hold, by service, account and resource. */
  items: Record<string, Item[]>
}

export type Failure = { service: string; at: 'token' | 'api'; status: number }

/** All that a handler may need: passed in, so that tests have their own clock and their own world. */
export type ServicesContext = {
  origin: string
  now: () => number
  state: ServicesState
  save: () => void
  /** Failures that were ordered and not served yet; never persisted. */
  failures: Failure[]
}

export function openContext(origin: string, stateFile: string | undefined, now: () => number): ServicesContext {
  const { state, save } = openJsonFile<ServicesState>(stateFile, {
    grants: [],
    codes: [],
    tokenLifetimes: {},
    items: {},
  })
  return { origin, now, state, save, failures: [] }
}

export function takeFailure(ctx: ServicesContext, service: string, at: Failure['at']): number | undefined {
  const index = ctx.failures.findIndex((failure) => failure.service === service && failure.at === at)
  return index < 0 ? undefined : ctx.failures.splice(index, 1)[0]?.status
}
