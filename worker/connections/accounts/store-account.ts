import { tierOf } from '../../users/entitlements/entitlement-rules.ts'
import type { ActorUser, RunnerCtx } from '../../system/context/context.ts'
import type { Identity } from './account-identity.ts'
import { connectionRules } from '../../contract/enablement/enablement-rules.ts'
import type { EnablementRules } from '../../contract/upgrade/upgrade.ts'
import type { Tokens } from '../oauth/oauth-client.ts'
import { upsertAccount, type AccountRow, type SealedTokens } from '../../db/connections/connected-accounts.ts'
import type { ServiceRow } from '../../db/services/service-catalog.ts'
import { deferSync } from '../../engine/runner-sync/sync-runner.ts'
import { accountOwner, encryptToken } from '../../system/secrets/token-encryption.ts'

/** `gained`: the user has one more working account than before. */
type Stored = { kind: 'stored'; account: AccountRow; gained: boolean } | { kind: 'refused'; rules: EnablementRules }

/**
 * Saves the tokens of an account. An account connected again keeps its id and is repaired. An additional
 * account that the tier does not allow is refused (§6) and not stored.
 */
export async function storeAccount(
  ctx: RunnerCtx,
  user: ActorUser,
  service: ServiceRow,
  { id: account_id, name: account_name }: Identity,
  tokens: Tokens,
): Promise<Stored> {
  const key = { user_id: user.id, module_name: service.module_name, account_id }
  const given = { account_name, ...(await sealTokens(ctx, key, tokens)), server: tokens.server ?? null }
  const { account, before, subscriptions } = await upsertAccount(ctx, key, service, given)
  if (!account) {
    const now = { ...user, tier: tierOf(subscriptions, ctx.now()) }
    return { kind: 'refused', rules: connectionRules(now, service.minimum_tier, before.length) }
  }
  deferSync(ctx, user.id)
  const same = before.find((each) => each.account_id === account_id)
  return { kind: 'stored', account, gained: same?.status !== 'connected' }
}

/** The account's columns that hold its tokens. */
export async function sealTokens(
  ctx: RunnerCtx,
  account: Parameters<typeof accountOwner>[0],
  tokens: Tokens,
): Promise<SealedTokens> {
  const sealed = (token: string) => encryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), token)
  return {
    access_token: await sealed(tokens.access_token),
    refresh_token: tokens.refresh_token === null ? null : await sealed(tokens.refresh_token),
    expires_at: tokens.expires_at,
    scopes: tokens.scopes,
  }
}
