import { DAY } from '../../worker/contract/shared/durations.ts'
import type { Db } from '../../worker/db/client.ts'
import { connected_accounts } from '../../worker/db/schema/connections.ts'
import { accountOwner, encryptToken } from '../../worker/secrets/token-encryption.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { demoAccounts } from './demo-people.ts'

/** `account` is the stand-in's id of the account. `expires_at` in ms. */
export type IssueTokens = (
  module_name: string,
  account: string,
) => Promise<{ access_token: string; refresh_token: string; expires_at: number }>

type Options = { now: number; issueTokens?: IssueTokens; tokenKeys?: string }

/** Seeds the demo people's connected accounts, with tokens that the stand-in knows. Existing ones stay. */
export async function seedAccounts(db: Db, { now, issueTokens, tokenKeys = LOCAL_SETTINGS.TOKEN_KEYS }: Options) {
  const rows = await db.select().from(connected_accounts)
  const known = new Set(rows.map((row) => accountOwner(row)))
  for (const { user, ...account } of demoAccounts) {
    const owner = accountOwner({ ...account, user_id: user })
    if (known.has(owner)) continue
    const tokens = issueTokens && (await issueTokens(account.module_name, account.account_id))
    await db.insert(connected_accounts).values({
      ...account,
      id: `con_demo_${user.replace('usr_', '')}_${account.account_id.replace('-', '_')}`,
      user_id: user,
      status: tokens ? 'connected' : 'broken',
      access_token: await encryptToken(tokenKeys, owner, tokens?.access_token ?? 'none'),
      refresh_token: tokens ? await encryptToken(tokenKeys, owner, tokens.refresh_token) : null,
      expires_at: tokens?.expires_at ?? null,
      created_at: now - 30 * DAY,
      updated_at: now,
    })
  }
}
