import type { Ctx } from '../context/context.ts'
import type { SecretAddress } from '../../contract/hooks/secret-address.ts'
import { log } from '../log/log.ts'
import { randomBytes, sha256 } from './hashes.ts'
import { decryptToken, encryptToken } from './token-encryption.ts'

/**
 * The local part of the address that starts an Applet with mail is a password, stored like a hook's key: hashed, to find
 * the Applet, and sealed, to show it to its owner.
 */
export type MailColumns = { mail_key_hash: string | null; mail_key_sealed: string | null }
type Owner = { user_id: string; applet_id: number }

/** As RFC 4648 writes base32, in lower case: a local part has no case that survives on its way. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
export const MAIL_KEY = /^[a-z2-7]{26}$/

/** 130 random bits. */
function newMailKey(): string {
  return Array.from(randomBytes(26), (byte) => ALPHABET[byte % 32] ?? '').join('')
}

/** The columns for a new key. */
export async function newMailColumns({ settings }: Ctx, owner: Owner): Promise<MailColumns> {
  const key = newMailKey()
  const mail_key_sealed = await encryptToken(settings.TOKEN_KEYS, mailOwner(owner), key)
  return { mail_key_hash: await sha256(key), mail_key_sealed }
}

/** The address as its owner sees it. */
export async function readMailAddress({ settings }: Ctx, owner: Owner & MailColumns): Promise<SecretAddress> {
  if (!settings.IN_DOMAIN) return { kind: 'not_set_up' }
  const key = owner.mail_key_sealed && (await openKey(settings.TOKEN_KEYS, owner, owner.mail_key_sealed))
  return key ? { kind: 'shown', address: `${key}@${settings.IN_DOMAIN}` } : { kind: 'lost' }
}

async function openKey(keys: string, owner: Owner, sealed: string): Promise<string | null> {
  try {
    return await decryptToken(keys, mailOwner(owner), sealed)
  } catch {
    log('error', 'mail_key_unreadable')
    return null
  }
}

export function mailOwner({ user_id, applet_id }: Owner): string {
  return JSON.stringify(['mail', user_id, applet_id])
}
