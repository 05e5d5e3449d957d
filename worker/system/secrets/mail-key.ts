import type { Ctx } from '../context/context.ts'
import type { SecretAddress } from '../../contract/hooks/secret-address.ts'
import { log } from '../log/log.ts'
import { randomBytes } from './hashes.ts'
import { openSealedKey, sealKey } from './token-encryption.ts'

/** The key is the local part of the address that starts an Applet with mail. */
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
  const { hash, sealed } = await sealKey(settings.TOKEN_KEYS, mailOwner(owner), newMailKey())
  return { mail_key_hash: hash, mail_key_sealed: sealed }
}

/** The address as its owner sees it. */
export async function readMailAddress(ctx: Ctx, owner: Owner & MailColumns): Promise<SecretAddress> {
  const { IN_DOMAIN } = ctx.settings
  if (!IN_DOMAIN) return { kind: 'not_set_up' }
  const sealed = owner.mail_key_sealed
  const key = sealed && (await openSealedKey(ctx, mailOwner(owner), sealed, () => log('error', 'mail_key_unreadable')))
  return key ? { kind: 'shown', address: `${key}@${IN_DOMAIN}` } : { kind: 'lost' }
}

export function mailOwner({ user_id, applet_id }: Owner): string {
  return JSON.stringify(['mail', user_id, applet_id])
}
