import { decryptToken, encryptToken } from './token-encryption.ts'

/** Our client's id and secret, as a service gave them to its operator or to us. */
export type OAuthCredentials = { client_id: string; client_secret: string }

type Row = { module_name: string; server: string; client: string }

/** Our client at a server of a service, stored sealed. `keys` is the setting TOKEN_KEYS. */
export const clientOwner = ({ module_name, server }: Omit<Row, 'client'>) =>
  JSON.stringify(['oauth_client', module_name, server])

export function sealServerClient(keys: string, at: Omit<Row, 'client'>, client: OAuthCredentials): Promise<string> {
  return encryptToken(keys, clientOwner(at), JSON.stringify(client))
}

/** Throws if the key that sealed it is gone. */
export async function openServerClient(keys: string, row: Row): Promise<OAuthCredentials> {
  return JSON.parse(await decryptToken(keys, clientOwner(row), row.client))
}
