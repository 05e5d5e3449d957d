import { decryptToken, encryptToken, resealToken } from './token-encryption.ts'

/** A secret value of an Applet's field is stored sealed, and opened only for the request that needs it. */
const PREFIX = 'sealed:'
// Not what a text quotes: its quotation mark comes after a backslash.
const SECRETS = new RegExp(`"${PREFIX}([^"\\\\]+)"`, 'g')

export function isSealedSecret(value: string): boolean {
  return value.startsWith(PREFIX)
}

export function sealedText(value: string): string {
  return value.slice(PREFIX.length)
}

export function secretOwner(user_id: string): string {
  return JSON.stringify(['secret', user_id])
}

/** `keys` is the setting TOKEN_KEYS. */
export async function sealSecret(keys: string, user_id: string, value: string): Promise<string> {
  return PREFIX + (await encryptToken(keys, secretOwner(user_id), value))
}

/** Opens a sealed secret; null if no key opens it. */
export async function openSecret(keys: string, user_id: string, value: string): Promise<string | null> {
  return decryptToken(keys, secretOwner(user_id), sealedText(value)).catch(() => null)
}

/** Opens the secrets among a step's fields, for one request. Throws if the key that sealed one is gone. */
export async function openSecrets(
  keys: string,
  user_id: string,
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const opened = Object.entries(fields).map(async ([slug, value]): Promise<[string, string]> => {
    if (!isSealedSecret(value)) return [slug, value]
    return [slug, await decryptToken(keys, secretOwner(user_id), sealedText(value))]
  })
  return Object.fromEntries(await Promise.all(opened))
}

/** The same JSON, with its secrets sealed by the first key. Throws if no key opens one. */
export async function resealSecrets(keys: string, owner: string, json: string): Promise<string> {
  let resealed = json
  for (const [, sealed = ''] of json.matchAll(SECRETS)) {
    resealed = resealed.replaceAll(sealed, await resealToken(keys, owner, sealed))
  }
  return resealed
}
