import { base64url } from 'jose'
import { OAuthError } from './oauth-error.ts'
import type { AuthorizationCode, Grant, OAuthContext } from './oauth-state.ts'
import type { Client, Provider, TokenSettings } from './provider-settings.ts'

const CODE_SECONDS = 60
const CODE_MEMORY = 3_600_000
const ACCESS_SECONDS = 3600

type NewCode = Omit<AuthorizationCode, 'code' | 'service' | 'clientId' | 'issuedAt' | 'spent' | 'grantId'>

export function issueCode({ ctx, settings }: Provider, client: Client, given: NewCode): string {
  const { module_name: service } = settings
  const code = newSecret(prefixOf(settings, client, 'code'))
  // Spent codes are remembered for a while: a replay must still find the grant to revoke.
  ctx.state.codes = ctx.state.codes.filter((each) => ctx.now() - each.issuedAt < CODE_MEMORY)
  ctx.state.codes.push({ ...given, code, service, clientId: client.client_id, issuedAt: ctx.now(), spent: false })
  ctx.save()
  return code
}

/** The first use spends a code, even if it fails; a second use revokes the tokens of the first (RFC 6749 §4.1.2). */
export function takeCode({ ctx, settings }: Provider, client: Client, code: string): AuthorizationCode {
  const { module_name, code_seconds = CODE_SECONDS } = settings
  const found = ctx.state.codes.find((each) => each.code === code && each.service === module_name)
  if (found === undefined) throw new OAuthError('code', 'The code is unknown')
  if (found.spent) {
    if (found.grantId !== undefined) revokeGrant(ctx, found.grantId)
    throw new OAuthError('code', 'The code was already used')
  }
  found.spent = true
  ctx.save()
  if (ctx.now() - found.issuedAt >= code_seconds * 1000) throw new OAuthError('code', 'The code has expired')
  if (found.clientId !== client.client_id) throw new OAuthError('code', 'The code was issued to another client')
  return found
}

export function openGrant(provider: Provider, client: Client, code: AuthorizationCode): Record<string, unknown> {
  const { ctx, settings } = provider
  const { service, accountId, clientId, scopes, isOffline } = code
  const hasRefresh = tokensOf(settings, client).refresh !== 'none' && isOffline
  const refreshToken = hasRefresh ? newSecret(prefixOf(settings, client, 'refresh')) : null
  const about = { id: crypto.randomUUID(), service, accountId, clientId, scopes, grantedAt: ctx.now() }
  const grant: Grant = { ...about, refreshToken, spentRefreshTokens: [], accessTokens: [] }
  code.grantId = grant.id
  ctx.state.grants.push(grant)
  return issueTokens(provider, client, grant, { scopes, refreshToken })
}

/**
 * A refresh token that rotates is spent, and using it again ends the whole grant (RFC 9700 §4.14.2). Throws `refresh` and
 * `scope`.
 */
export function refreshGrant(
  provider: Provider,
  client: Client,
  sent: string,
  scope: string | undefined,
): Record<string, unknown> {
  const { ctx, settings } = provider
  const { refresh = 'rotating' } = tokensOf(settings, client)
  const ours = grantsOf(ctx, settings.module_name).filter(({ clientId }) => clientId === client.client_id)
  const spent = ours.find((each) => each.spentRefreshTokens.includes(sent))
  const stillWorks = refresh === 'until_used' && spent?.spentRefreshTokens.at(-1) === sent
  if (spent && !stillWorks) {
    if (refresh === 'rotating') revokeGrant(ctx, spent.id)
    throw new OAuthError('refresh', 'The refresh token was already used')
  }
  const grant = spent ?? ours.find((each) => each.refreshToken === sent)
  if (grant === undefined) throw new OAuthError('refresh', 'The refresh token is unknown or revoked')
  const scopes = scope === undefined ? grant.scopes : scope.split(' ')
  if (!scopes.every((each) => grant.scopes.includes(each)))
    throw new OAuthError('scope', 'The scope is wider than what was granted')
  if (refresh === 'fixed') return issueTokens(provider, client, grant, { scopes, refreshToken: null })
  grant.spentRefreshTokens = [...grant.spentRefreshTokens.slice(-49), sent]
  grant.refreshToken = newSecret(prefixOf(settings, client, 'refresh'))
  return issueTokens(provider, client, grant, { scopes, refreshToken: grant.refreshToken })
}

/** The token response of RFC 6749 §5.1. `refreshToken`: null where there is no new one. */
function issueTokens(
  { ctx, settings }: Provider,
  client: Client,
  grant: Grant,
  { scopes, refreshToken }: { scopes: string[]; refreshToken: string | null },
): Record<string, unknown> {
  const { access_seconds: seconds = ACCESS_SECONDS, replaces_access, answer } = tokensOf(settings, client)
  const expiresAt = seconds === null ? null : ctx.now() + seconds * 1000
  const token = newSecret(prefixOf(settings, client, 'access'))
  const kept = replaces_access ? [] : grant.accessTokens.filter((each) => isLive(ctx, each))
  grant.accessTokens = [...kept, { token, scopes, expiresAt }]
  ctx.save()
  return {
    access_token: token,
    token_type: 'Bearer',
    ...(seconds !== null && { expires_in: seconds }),
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    scope: scopes.join(' '),
    ...answer?.(grant, ctx.now()),
  }
}

/** Ends a token or its grant, as the provider does. Says whether there was one that this client may end. */
export function revokeToken({ ctx, settings }: Provider, client: Client | null, token: string): boolean {
  const grant = grantsOf(ctx, settings.module_name).find(
    ({ accessTokens, refreshToken, spentRefreshTokens, clientId }) =>
      (client === null || clientId === client.client_id) &&
      [refreshToken, ...spentRefreshTokens, ...accessTokens.map((each) => each.token)].includes(token),
  )
  if (!grant) return false
  const others = grant.accessTokens.filter((each) => each.token !== token)
  // Revoking a refresh token ends its access tokens too (RFC 7009 §2.1).
  if (settings.revocation?.ends === 'grant' || others.length === grant.accessTokens.length) revokeGrant(ctx, grant.id)
  else grant.accessTokens = others
  ctx.save()
  return true
}

export function grantsOf(ctx: OAuthContext, service: string): Grant[] {
  return ctx.state.grants.filter((grant) => grant.service === service)
}

export function revokeGrant(ctx: OAuthContext, id: string): void {
  ctx.state.grants = ctx.state.grants.filter((each) => each.id !== id)
  ctx.save()
}

/** Forgets the clients that registered themselves too. */
export function forgetSignIns(ctx: OAuthContext, service: string): void {
  ctx.state.clients = ctx.state.clients.filter((each) => each.service !== service)
  ctx.state.grants = ctx.state.grants.filter((each) => each.service !== service)
  ctx.save()
}

/** Keeps the refresh token, as if an hour had passed. */
export function expireGrant(ctx: OAuthContext, grant: Grant): void {
  for (const token of grant.accessTokens) token.expiresAt = Math.min(token.expiresAt ?? ctx.now(), ctx.now())
  ctx.save()
}

/** The grant that an access token opens, while it does. */
export function findAccess(
  ctx: OAuthContext,
  service: string,
  token: string | undefined,
): { grant: Grant; scopes: string[] } | undefined {
  for (const grant of grantsOf(ctx, service)) {
    const live = grant.accessTokens.find((each) => each.token === token && isLive(ctx, each))
    if (live !== undefined) return { grant, scopes: live.scopes }
  }
  return undefined
}

/** The token that a request bears. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}

function isLive(ctx: OAuthContext, { expiresAt }: Grant['accessTokens'][number]): boolean {
  return expiresAt === null || expiresAt > ctx.now()
}

function tokensOf({ tokens = {} }: Provider['settings'], client: Client): TokenSettings {
  return client.tokens ?? tokens
}

/** The prefix tells people and secret scanners what leaked. */
function prefixOf(settings: Provider['settings'], client: Client, kind: 'code' | 'access' | 'refresh'): string {
  const usual = { code: 'ac', access: 'at', refresh: 'rt' }[kind]
  return tokensOf(settings, client).prefixes?.[kind] ?? `${settings.module_name}_${usual}_`
}

/** 43 letters, digits, - and _ after the prefix. */
export function newSecret(prefix: string): string {
  return prefix + base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}
