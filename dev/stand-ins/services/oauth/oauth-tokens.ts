import { randomBytes } from 'node:crypto'
import { OAuthError } from './oauth-error.ts'
import type { AccessToken, AuthorizationCode, ServicesContext, Grant } from '../data/services-state.ts'

const codeLifetime = 60_000
const codeMemory = 3_600_000
const defaultTokenLifetime = 3600

/** The token response of RFC 6749 §5.1. */
export type TokenAnswer = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

export function issueCode(ctx: ServicesContext, input: Omit<AuthorizationCode, 'code' | 'issuedAt' | 'spent'>): string {
  const code = secret(`${input.service}_ac`)
  // Spent codes are remembered for a while: a replay must still find the grant to revoke.
  ctx.state.codes = ctx.state.codes.filter((each) => ctx.now() - each.issuedAt < codeMemory)
  ctx.state.codes.push({ ...input, code, issuedAt: ctx.now(), spent: false })
  ctx.save()
  return code
}

/** The first use spends a code, even if it fails; a second use revokes the tokens of the first (RFC 6749 §4.1.2). */
export function takeCode(ctx: ServicesContext, service: string, code: string): AuthorizationCode {
  const found = ctx.state.codes.find((each) => each.code === code && each.service === service)
  if (found === undefined) throw new OAuthError('invalid_grant', 'The code is unknown')
  if (found.spent) {
    if (found.grantId !== undefined) revokeGrant(ctx, found.grantId)
    throw new OAuthError('invalid_grant', 'The code was already used')
  }
  found.spent = true
  ctx.save()
  if (ctx.now() - found.issuedAt >= codeLifetime) throw new OAuthError('invalid_grant', 'The code has expired')
  return found
}

export function openGrant(ctx: ServicesContext, code: AuthorizationCode): TokenAnswer {
  const { service, accountId, clientId, scopes } = code
  const grant: Grant = {
    id: randomBytes(8).toString('hex'),
    service,
    accountId,
    clientId,
    scopes,
    grantedAt: ctx.now(),
    refreshToken: secret(`${service}_rt`),
    spentRefreshTokens: [],
    accessTokens: [],
  }
  code.grantId = grant.id
  ctx.state.grants.push(grant)
  return answer(ctx, grant, scopes)
}

/** Rotates: the old refresh token is spent, and using it again ends the whole grant (RFC 9700 §4.14.2). */
export function refreshGrant(
  ctx: ServicesContext,
  service: string,
  refreshToken: string,
  scope: string | undefined,
): TokenAnswer {
  const ours = ctx.state.grants.filter((each) => each.service === service)
  const replayed = ours.find((each) => each.spentRefreshTokens.includes(refreshToken))
  if (replayed !== undefined) {
    revokeGrant(ctx, replayed.id)
    throw new OAuthError('invalid_grant', 'The refresh token was already used')
  }
  const grant = ours.find((each) => each.refreshToken === refreshToken)
  if (grant === undefined) throw new OAuthError('invalid_grant', 'The refresh token is unknown or revoked')
  const scopes = scope === undefined ? grant.scopes : scope.split(' ')
  if (!scopes.every((each) => grant.scopes.includes(each))) {
    throw new OAuthError('invalid_scope', 'The scope is wider than what was granted')
  }
  grant.spentRefreshTokens = [...grant.spentRefreshTokens.slice(-49), refreshToken]
  grant.refreshToken = secret(`${service}_rt`)
  return answer(ctx, grant, scopes)
}

function answer(ctx: ServicesContext, grant: Grant, scopes: string[]): TokenAnswer {
  const lifetime = ctx.state.tokenLifetimes[grant.service] ?? defaultTokenLifetime
  const token: AccessToken = {
    token: secret(`${grant.service}_at`),
    scopes,
    expiresAt: ctx.now() + lifetime * 1000,
  }
  grant.accessTokens = [...grant.accessTokens.filter((each) => each.expiresAt > ctx.now()), token]
  ctx.save()
  return {
    access_token: token.token,
    token_type: 'Bearer',
    expires_in: lifetime,
    refresh_token: grant.refreshToken,
    scope: scopes.join(' '),
  }
}

/** RFC 7009 §2.1: revoking a refresh token ends its access tokens too; revoking an unknown token succeeds. */
export function revokeToken(ctx: ServicesContext, service: string, token: string): void {
  for (const grant of ctx.state.grants.filter((each) => each.service === service)) {
    if (grant.refreshToken === token || grant.spentRefreshTokens.includes(token)) return revokeGrant(ctx, grant.id)
    grant.accessTokens = grant.accessTokens.filter((each) => each.token !== token)
  }
  ctx.save()
}

export function revokeGrant(ctx: ServicesContext, id: string): void {
  ctx.state.grants = ctx.state.grants.filter((each) => each.id !== id)
  ctx.save()
}

/** Keeps the refresh token, as if an hour had passed. */
export function expireGrant(ctx: ServicesContext, grant: Grant): void {
  for (const token of grant.accessTokens) token.expiresAt = Math.min(token.expiresAt, ctx.now())
  ctx.save()
}

export function findAccess(
  ctx: ServicesContext,
  service: string,
  token: string,
): { grant: Grant; scopes: string[] } | undefined {
  for (const grant of ctx.state.grants.filter((each) => each.service === service)) {
    const live = grant.accessTokens.find((each) => each.token === token && each.expiresAt > ctx.now())
    if (live !== undefined) return { grant, scopes: live.scopes }
  }
  return undefined
}

/** The prefix tells people and secret scanners what leaked. */
function secret(prefix: string): string {
  return `${prefix}_${randomBytes(24).toString('base64url')}`
}
