import type { RunnerCtx } from '../context/context.ts'
import { base64url, sha256 } from './hashes.ts'

/**
 * Encrypts a stored token with AES-GCM as "{key id}.{iv}.{ciphertext}". `keys` is the setting TOKEN_KEYS: the first key
 * encrypts, all decrypt, so putting a new key first rotates it. `owner` is authenticated with the text: a token copied
 * to another row or user does not decrypt.
 */
export async function encryptToken(keys: string, owner: string, text: string): Promise<string> {
  const [id, key] = keyList(keys)[0] ?? []
  if (!id || !key) throw new Error('TOKEN_KEYS contains no key.')
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, owner), await importKey(key, 'encrypt'), Buffer.from(text))
  return `${id}.${base64url(iv.buffer)}.${base64url(sealed)}`
}

/** Throws if the key is gone, or if the text was changed or belongs to another owner. */
export async function decryptToken(keys: string, owner: string, sealed: string): Promise<string> {
  const [id, iv, text, ...rest] = sealed.split('.')
  const key = keyList(keys).find(([known]) => known === id)?.[1]
  if (!key || !iv || !text || rest.length > 0)
    throw new Error('A stored token cannot be read: its key is not in TOKEN_KEYS.')
  const opened = await crypto.subtle.decrypt(
    algorithm(decode(iv), owner),
    await importKey(key, 'decrypt'),
    decode(text),
  )
  return new TextDecoder().decode(opened)
}

/** The owner of an account's tokens: known before the row is written, and unchanged by reconnecting. */
export function accountOwner(account: { user_id: string; module_name: string; account_id: string }): string {
  return JSON.stringify(['account', account.user_id, account.module_name, account.account_id])
}

/** The same text sealed with the first key, or `sealed` itself if that key has sealed it. Throws as `decryptToken`. */
export async function resealToken(keys: string, owner: string, sealed: string): Promise<string> {
  if (sealed.startsWith(`${newestKeyId(keys)}.`)) return sealed
  return encryptToken(keys, owner, await decryptToken(keys, owner, sealed))
}

/**
 * The key of an address is a password: anyone who has it can start an Applet as its user. It is stored twice, never in
 * plain text: hashed, to find whose it is, and sealed like a service's token, to show it to its owner. A leaked database
 * triggers nothing, and a failed query can log only the hash. `keys` is the setting TOKEN_KEYS.
 */
export async function sealKey(keys: string, owner: string, key: string): Promise<{ hash: string; sealed: string }> {
  return { hash: await sha256(key), sealed: await encryptToken(keys, owner, key) }
}

/** Null if the key that sealed it is no longer in the settings; `onLost` tells the operator. */
export async function openSealedKey(
  { settings }: Pick<RunnerCtx, 'settings'>,
  owner: string,
  sealed: string,
  onLost: () => void,
): Promise<string | null> {
  try {
    return await decryptToken(settings.TOKEN_KEYS, owner, sealed)
  } catch {
    onLost()
    return null
  }
}

export function newestKeyId(keys: string): string {
  return keyList(keys)[0]?.[0] ?? ''
}

/** The keys of TOKEN_KEYS as text, the newest first. */
export function keyTexts(keys: string): string[] {
  return keyList(keys).map(([, key]) => key)
}

function keyList(keys: string): [id: string, key: string][] {
  return keys.split(',').map((entry) => {
    const colon = entry.indexOf(':')
    return [entry.slice(0, colon), entry.slice(colon + 1)]
  })
}

function algorithm(iv: Uint8Array<ArrayBuffer>, owner: string) {
  return { name: 'AES-GCM', iv, additionalData: Buffer.from(owner) }
}

function importKey(base64: string, use: 'encrypt' | 'decrypt') {
  return crypto.subtle.importKey('raw', decode(base64), 'AES-GCM', false, [use])
}

/** Decodes base64 or base64url, with or without padding. */
function decode(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'base64')
}
