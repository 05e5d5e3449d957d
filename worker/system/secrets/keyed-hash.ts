import type { RunnerWorkerSettings } from '../context/settings/runner-worker-settings.ts'
import { hmac, sameText } from './hashes.ts'

type Keys = Pick<RunnerWorkerSettings, 'SECRET_KEY'>

/** HMAC of a text under the newest key of SECRET_KEY. `purpose:` prefixes keep the uses apart. */
export function keyedHash({ SECRET_KEY: [newest] }: Keys, text: string): Promise<string> {
  return hmac(newest, text)
}

/** The same under each key, for looking up what an older one has hashed. */
export function keyedHashes({ SECRET_KEY: keys }: Keys, text: string): Promise<string[]> {
  return Promise.all(keys.map((key) => hmac(key, text)))
}

/** Whether this is the text's hash under any key of SECRET_KEY: older ones stay valid while one is replaced. */
export async function isKeyedHash({ SECRET_KEY: keys }: Keys, text: string, given: string): Promise<boolean> {
  for (const key of keys) if (sameText(given, await hmac(key, text))) return true
  return false
}
