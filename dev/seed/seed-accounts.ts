import { DAY } from '../../worker/contract/shared/durations.ts'
import type { Db } from '../../worker/system/d1/client.ts'
import { connected_accounts } from '../../worker/db/schema/connections.ts'
import { accountOwner, encryptToken } from '../../worker/system/secrets/token-encryption.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { demoAccounts, type DemoAccount } from './demo-people.ts'

/** An account that works at its service. `expires_at` in ms. */
type OpenedAccount = {
  account_id: string
  account_name: string
  access_token: string
  refresh_token: string | null
  expires_at: number | null
  server?: string
}

export type OpenAccount = (module_name: string, who: DemoAccount['who']) => Promise<OpenedAccount>

type Options = { now: number; openAccount?: OpenAccount | undefined; tokenKeys?: string }

/** Seeds the demo people's connected accounts, with tokens that the doubles know. Existing ones stay. */
export async function seedAccounts(db: Db, options: Options) {
  const rows = await db.select({ id: connected_accounts.id }).from(connected_accounts)
  const known = new Set(rows.map(({ id }) => id))
  for (const account of demoAccounts) {
    if (!known.has(rowId(account))) await seedAccount(db, account, options)
  }
}

/** Connects one account of a demo person; without `openAccount`, it is seeded as broken. */
export async function seedAccount(
  db: Db,
  account: DemoAccount,
  { now, openAccount, tokenKeys = LOCAL_SETTINGS.TOKEN_KEYS }: Options,
): Promise<void> {
  const { user: user_id, module_name, who } = account
  const opened = await openAccount?.(module_name, who)
  const { account_id = who, account_name = who, access_token = 'none', refresh_token = null, ...rest } = opened ?? {}
  const owner = accountOwner({ user_id, module_name, account_id })
  await db.insert(connected_accounts).values({
    id: rowId(account),
    user_id,
    module_name,
    account_id,
    account_name,
    status: opened ? 'connected' : 'broken',
    access_token: await encryptToken(tokenKeys, owner, access_token),
    refresh_token: refresh_token === null ? null : await encryptToken(tokenKeys, owner, refresh_token),
    ...rest,
    created_at: now - 30 * DAY,
    updated_at: now,
  })
}

function rowId({ user, module_name, who }: DemoAccount): string {
  return `con_demo_${user.replace('usr_', '')}_${module_name}_${who}`
}
