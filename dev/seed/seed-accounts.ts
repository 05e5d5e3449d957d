import { DAY } from '../../worker/contract/shared/durations.ts'
import type { Db } from '../../worker/system/d1/client.ts'
import { connected_accounts } from '../../worker/db/schema/connections.ts'
import { accountOwner, encryptToken } from '../../worker/system/secrets/token-encryption.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { demoAccounts, type DemoAccount } from './demo-people.ts'

/** `account` is the stand-in's id of the account. `expires_at` in ms. */
export type IssueTokens = (
  module_name: string,
  account: string,
) => Promise<{ access_token: string; refresh_token: string | null; expires_at: number | null }>

type Options = { now: number; issueTokens?: IssueTokens | undefined; tokenKeys?: string }

/** Seeds the demo people's connected accounts, with tokens that the stand-in knows. Existing ones stay. */
export async function seedAccounts(db: Db, { now, issueTokens, tokenKeys = LOCAL_SETTINGS.TOKEN_KEYS }: Options) {
  const rows = await db.select().from(connected_accounts)
  const known = new Set(rows.map((row) => accountOwner(row)))
  for (const account of demoAccounts) {
    if (known.has(accountOwner({ ...account, user_id: account.user }))) continue
    await seedAccount(db, account, { now, issueTokens, tokenKeys })
  }
}

/** Connects one account of the stand-in for a demo person. */
export async function seedAccount(
  db: Db,
  { user, ...account }: DemoAccount,
  { now, issueTokens, tokenKeys = LOCAL_SETTINGS.TOKEN_KEYS }: Options,
): Promise<void> {
  const owner = accountOwner({ ...account, user_id: user })
  const tokens = issueTokens && (await issueTokens(account.module_name, account.account_id))
  await db.insert(connected_accounts).values({
    ...account,
    id: `con_demo_${user.replace('usr_', '')}_${account.account_id.replace('-', '_')}`,
    user_id: user,
    status: tokens ? 'connected' : 'broken',
    access_token: await encryptToken(tokenKeys, owner, tokens?.access_token ?? 'none'),
    refresh_token: tokens?.refresh_token ? await encryptToken(tokenKeys, owner, tokens.refresh_token) : null,
    expires_at: tokens?.expires_at ?? null,
    created_at: now - 30 * DAY,
    updated_at: now,
  })
}
