import { and, eq, sql } from 'drizzle-orm'
import { activity_log } from '../applets/tables.ts'
import type { ActorUser, Ctx } from '../context.ts'
import type { Identity } from './account-identity.ts'
import type { ConnectionEvent } from '../contract/activity.ts'
import type { Tokens } from './oauth-client.ts'
import { connected_accounts, type AccountRow, type ServiceRow } from './tables.ts'
import { accountOwner, seal } from './token-vault.ts'

/**
 * Keeps the tokens of an account. One that is connected again keeps its id and is repaired (design §3.5). `gained`: the
 * user has one working account more than before.
 */
export async function storeAccount(
  ctx: Ctx,
  user: ActorUser,
  service: ServiceRow,
  { id: account_id, name: account_name }: Identity,
  tokens: Tokens,
): Promise<{ account: AccountRow; gained: boolean }> {
  const { module_name } = service
  const key = { user_id: user.id, module_name, account_id }
  const changed = {
    account_name,
    status: 'connected' as const,
    ...(await sealTokens(ctx, key, tokens)),
    updated_at: ctx.now(),
  }
  const kind: ConnectionEvent = 'service_connected'
  const { user_id, version } = connected_accounts
  const [before, [account]] = await ctx.db.batch([
    ctx.db
      .select({ status: connected_accounts.status })
      .from(connected_accounts)
      .where(
        and(
          eq(user_id, user.id),
          eq(connected_accounts.module_name, module_name),
          eq(connected_accounts.account_id, account_id),
        ),
      ),
    ctx.db
      .insert(connected_accounts)
      .values({ id: ctx.id('con'), ...key, ...changed, created_at: ctx.now() })
      .onConflictDoUpdate({
        target: [user_id, connected_accounts.module_name, connected_accounts.account_id],
        set: { ...changed, refreshing_until: null, version: sql`${version} + 1` },
      })
      .returning(),
    ctx.db.insert(activity_log).values({
      id: ctx.id('act'),
      user_id: user.id,
      kind,
      detail: { module_name, account_name },
      created_at: ctx.now(),
    }),
  ])
  if (!account) throw new Error('The account was not written.')
  return { account, gained: before[0]?.status !== 'connected' }
}

/** The columns of an account that hold its tokens. */
export async function sealTokens(ctx: Ctx, account: Parameters<typeof accountOwner>[0], tokens: Tokens) {
  const sealed = (token: string) => seal(ctx.settings.TOKEN_KEYS, accountOwner(account), token)
  return {
    access_token: await sealed(tokens.access_token),
    refresh_token: tokens.refresh_token === null ? null : await sealed(tokens.refresh_token),
    expires_at: tokens.expires_at,
    scopes: tokens.scopes,
  }
}
