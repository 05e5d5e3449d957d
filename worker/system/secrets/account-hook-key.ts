import type { RunnerWorkerSettings } from '../context/settings/runner-worker-settings.ts'
import { markedKey } from './hook-key.ts'
import { hmac, sha256 } from './hashes.ts'
import { keyTexts } from './token-encryption.ts'

/** The key of the address at which a Runner hears of an account, and the secret that its service repeats there. */
type AccountHookKey = { key: string; key_hash: string; secret: string }

/**
 * They follow from the account, so that nothing has to be stored; one for each key of TOKEN_KEYS, the newest first.
 * Disconnecting ends them: another connection has another id.
 */
export function accountHookKeys(
  { TOKEN_KEYS }: Pick<RunnerWorkerSettings, 'TOKEN_KEYS'>,
  runner_id: string,
  account_id: string,
): Promise<AccountHookKey[]> {
  const keys = keyTexts(TOKEN_KEYS).map(async (text) => {
    const key = await markedKey(text, `${runner_id}.${await hmac(text, `account-hook:${runner_id}:${account_id}`)}`)
    return { key, key_hash: await sha256(key), secret: await hmac(text, `account-hook-secret:${key}`) }
  })
  return Promise.all(keys)
}
