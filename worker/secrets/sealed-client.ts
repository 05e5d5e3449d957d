import type { OAuthCredentials } from '../runner-api/service-steps.ts'
import { decryptToken, encryptToken, resealToken } from './token-encryption.ts'

type Row = { module_name: string; server: string; client: string }

/** Our client at a server of a service, stored sealed. `keys` is the setting TOKEN_KEYS. */
const ownerOf = ({ module_name, server }: Omit<Row, 'client'>) => JSON.stringify(['oauth_client', module_name, server])

export function sealServerClient(keys: string, at: Omit<Row, 'client'>, client: OAuthCredentials): Promise<string> {
  return encryptToken(keys, ownerOf(at), JSON.stringify(client))
}

/** Throws if the key that sealed it is gone. */
export async function openServerClient(keys: string, row: Row): Promise<OAuthCredentials> {
  return JSON.parse(await decryptToken(keys, ownerOf(row), row.client))
}

/** Sealed with the first of the keys; as it is if it is already. */
export function resealServerClient(keys: string, row: Row): Promise<string> {
  return resealToken(keys, ownerOf(row), row.client)
}
