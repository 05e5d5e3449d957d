import { decryptToken, encryptToken } from './token-encryption.ts'

/** The operator's key at a service that was added, stored sealed. `keys` is the setting TOKEN_KEYS. */
export const serviceKeyOwner = (module_name: string) => JSON.stringify(['service_key', module_name])

export function sealServiceKey(keys: string, module_name: string, key: string): Promise<string> {
  return encryptToken(keys, serviceKeyOwner(module_name), key)
}

/** Throws if the key that sealed it is gone. */
export function openServiceKey(keys: string, module_name: string, sealed: string): Promise<string> {
  return decryptToken(keys, serviceKeyOwner(module_name), sealed)
}
