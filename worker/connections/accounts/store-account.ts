import { and, eq, sql } from 'drizzle-orm'
import { activityRow } from '../../system/activity-log/activity-row.ts'
import { activity_log } from '../../db/schema/applets.ts'
import { tierOf } from '../../users/entitlements/entitlement-rules.ts'
import { subscriptions } from '../../db/schema/billing.ts'
import type { ActorUser, RunnerCtx } from '../../system/context/context.ts'
import type { Identity } from './account-identity.ts'
import type { ConnectionEvent } from '../../contract/activity/activity-entry.ts'
import { connectionRules } from '../../contract/enablement/enablement-rules.ts'
import type { EnablementRules } from '../../contract/upgrade/upgrade.ts'
import { connectionAllowed } from './connection-allowed.ts'
import type { Tokens } from '../oauth/oauth-client.ts'
import { connected_accounts, services, type AccountRow, type ServiceRow } from '../../db/schema/connections.ts'
import { deferSync } from '../../engine/runner-sync/sync-runner.ts'
import { accountOwner, encryptToken } from '../../system/secrets/token-encryption.ts'

/** `gained`: the user has one more working account than before. */
type Stored = { kind: 'stored'; account: AccountRow; gained: boolean } | { kind: 'refused'; rules: EnablementRules }

/**
 * Saves the tokens of an account. An account connected again keeps its id and is repaired. An additional
 * account that the tier does not allow is refused (§6) and not stored. The tier and the accounts are checked at the
 * moment of writing, so only one of two concurrent requests succeeds. As in `changeApplet`, all other writes depend on
 * the log entry.
 */
export async function storeAccount(
  ctx: RunnerCtx,
  user: ActorUser,
  service: ServiceRow,
  { id: account_id, name: account_name }: Identity,
  tokens: Tokens,
): Promise<Stored> {
  const { module_name, minimum_tier } = service
  const changed = {
    account_name,
    status: 'connected' as const,
    ...(await sealTokens(ctx, { user_id: user.id, module_name, account_id }, tokens)),
    previous_refresh_token: null,
    server: tokens.server ?? null,
    updated_at: ctx.now(),
  }
  const marker = ctx.id('act')
  const { user_id } = connected_accounts
  const [subscriptionRows, accounts, , [account]] = await ctx.db.batch([
    ctx.db.select().from(subscriptions).where(eq(subscriptions.user_id, user.id)),
    ctx.db
      .select({ account_id: connected_accounts.account_id, status: connected_accounts.status })
      .from(connected_accounts)
      .where(and(eq(user_id, user.id), eq(connected_accounts.module_name, module_name))),
    ctx.db.insert(activity_log).select(
      ctx.db
        .select(connectedLine(ctx, user, { marker, module_name, account_name }))
        .from(services)
        .where(and(eq(services.module_name, module_name), connectionAllowed(ctx, user, service, account_id))),
    ),
    upsert(ctx, { user_id: user.id, module_name, account_id }, changed, marker),
  ])
  if (!account) {
    const now = { ...user, tier: tierOf(subscriptionRows, ctx.now()) }
    return { kind: 'refused', rules: connectionRules(now, minimum_tier, accounts.length) }
  }
  deferSync(ctx, user.id)
  const before = accounts.find((each) => each.account_id === account_id)
  return { kind: 'stored', account, gained: before?.status !== 'connected' }
}

type Named = { marker: string; module_name: string; account_name: string }

function connectedLine(ctx: RunnerCtx, user: ActorUser, { marker, ...detail }: Named) {
  const kind: ConnectionEvent = 'service_connected'
  return activityRow(ctx, { id: marker, kind, user_id: user.id, applet_id: null, detail: JSON.stringify(detail) })
}

type Key = Pick<AccountRow, 'user_id' | 'module_name' | 'account_id'>
type Changed = Omit<AccountRow, keyof Key | 'id' | 'version' | 'refreshing_until' | 'created_at'>

function upsert(ctx: RunnerCtx, key: Key, changed: Changed, marker: string) {
  const { user_id, module_name, account_id, version } = connected_accounts
  const values = {
    id: sql<string>`${ctx.id('con')}`.as('id'),
    user_id: sql<string>`${key.user_id}`.as('user_id'),
    module_name: sql<string>`${key.module_name}`.as('module_name'),
    account_id: sql<string>`${key.account_id}`.as('account_id'),
    account_name: sql<string>`${changed.account_name}`.as('account_name'),
    status: sql<AccountRow['status']>`${changed.status}`.as('status'),
    access_token: sql<string>`${changed.access_token}`.as('access_token'),
    refresh_token: sql<string | null>`${changed.refresh_token}`.as('refresh_token'),
    previous_refresh_token: sql<null>`null`.as('previous_refresh_token'),
    expires_at: sql<number | null>`${changed.expires_at}`.as('expires_at'),
    scopes: sql<string | null>`${changed.scopes}`.as('scopes'),
    version: sql<number>`1`.as('version'),
    refreshing_until: sql<null>`null`.as('refreshing_until'),
    server: sql<string | null>`${changed.server}`.as('server'),
    created_at: sql<number>`${ctx.now()}`.as('created_at'),
    updated_at: sql<number>`${changed.updated_at}`.as('updated_at'),
  }
  return ctx.db
    .insert(connected_accounts)
    .select(ctx.db.select(values).from(activity_log).where(eq(activity_log.id, marker)))
    .onConflictDoUpdate({
      target: [user_id, module_name, account_id],
      set: { ...changed, refreshing_until: null, version: sql`${version} + 1` },
    })
    .returning()
}

/** The account's columns that hold its tokens. */
export async function sealTokens(ctx: RunnerCtx, account: Parameters<typeof accountOwner>[0], tokens: Tokens) {
  const sealed = (token: string) => encryptToken(ctx.settings.TOKEN_KEYS, accountOwner(account), token)
  return {
    access_token: await sealed(tokens.access_token),
    refresh_token: tokens.refresh_token === null ? null : await sealed(tokens.refresh_token),
    expires_at: tokens.expires_at,
    scopes: tokens.scopes,
  }
}
