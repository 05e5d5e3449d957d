import type { ConnectDefinition, ConnectField, OAuthServers } from './connect-definition.ts'

/** The value of an account that names the server which its user has named, `{{credentials.server}}`. */
export const SERVER = 'server'

/** Lists the fields that people paste to connect, or may paste instead of signing in. */
export function pastedFields(connect: ConnectDefinition): readonly ConnectField[] {
  return connect.kind === 'none' ? [] : (connect.fields ?? [])
}

/** The service's servers, where people name their own before they sign in; null for a service at one address. */
export function serversOf(connect: ConnectDefinition | undefined): OAuthServers | null {
  return connect?.kind === 'oauth2' ? (connect.servers ?? null) : null
}

/** The name of the account's value that holds the user's own server; null for a service at one address. */
export function serverField(connect: ConnectDefinition): string | null {
  return serversOf(connect) ? SERVER : (pastedFields(connect).find(({ base }) => base)?.slug ?? null)
}
