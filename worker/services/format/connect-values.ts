import type { OAuthServers } from './connect-code.ts'
import type { ConnectDefinition, ConnectField, ServiceDefinition } from './service-definition.ts'

/** The value of an account that names the server which its user has named, `{{credentials.server}}`. */
export const SERVER = 'server'

/** Lists the fields that people paste to connect, or may paste instead of signing in. */
export function pastedFields(connect: ConnectDefinition): readonly ConnectField[] {
  return connect.kind === 'none' ? [] : (connect.fields ?? [])
}

/** The part of a page's address behind its host; nothing for the host's own page. */
export function pathOfPage(page: string): string {
  const { pathname, search } = new URL(page)
  return pathname === '/' ? search : pathname + search
}

/** The service's servers, where people name their own before they sign in; null for a service at one address. */
export function serversOf(service: Pick<ServiceDefinition, 'code'> | null | undefined): OAuthServers | null {
  return service?.code?.servers ?? null
}

/** The name of the account's value that holds its own server; null for a service at one address. */
export function serverField({ connect, code }: Partial<Pick<ServiceDefinition, 'connect' | 'code'>>): string | null {
  if (code?.servers) return SERVER
  if (code?.session?.base !== undefined) return code.session.base
  return (connect ? pastedFields(connect) : []).find(({ base }) => base)?.slug ?? null
}
