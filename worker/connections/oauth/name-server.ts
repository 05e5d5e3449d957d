import type { Ctx } from '../../system/context/context.ts'
import { SENTENCES } from '../../contract/errors.ts'
import { isTrusted, whyRefused } from '../../system/outbound/outbound-guard.ts'
import { serversOf } from '../../services/format/connect-values.ts'
import { serviceFile } from '../../services/known-services.ts'

/** `known`: null for a service at one address. `problem`: what is wrong with the name; null where there is none yet. */
type NamedServer = { kind: 'known'; server: string | null } | { kind: 'missing'; problem: string | null }

/** The server that a user's text names, if the service has many. It is a public https address. */
export function nameServer({ settings }: Pick<Ctx, 'settings'>, module_name: string, text: string | null): NamedServer {
  const servers = serversOf(serviceFile(module_name))
  if (!servers) return { kind: 'known', server: null }
  if (text === null) return { kind: 'missing', problem: null }
  const address = servers.read(text)
  if (address === null) return { kind: 'missing', problem: SENTENCES.no_server_name }
  // Only an operator's own gateway has a server below a path.
  const server = isTrusted(address, settings) ? address : new URL(address).origin
  return whyRefused(server, settings) === null
    ? { kind: 'known', server }
    : { kind: 'missing', problem: SENTENCES.no_public_address }
}
