import type { RunnableService } from '../engine/steps/service-steps.ts'
import { expandService } from './format/expand-service.ts'
import { runnableService } from './format/http/runnable-service.ts'
import type { ServiceDefinition, WrittenService } from './format/service-definition.ts'
import { serviceFiles } from './json-services.ts'
import { servicesInCode } from './services-in-code.ts'

/** In the order of the catalog. The files in services/ are checked before every start and deployment. */
const written = new Map<string, WrittenService>(
  [...servicesInCode, ...(serviceFiles as readonly WrittenService[])].map((service) => [service.id, service]),
)

type OwnService = { file: ServiceDefinition; service: RunnableService }

const made = new Map<string, OwnService>()

/** Made at its first use: most isolates need few services, and all of them cost a start 4 ms. */
function findOwn(module_name: string): OwnService | null {
  const known = made.get(module_name)
  if (known) return known
  const found = written.get(module_name)
  if (!found) return null
  const file = expandService(found)
  const own = { file, service: runnableService(file) }
  made.set(module_name, own)
  return own
}

/** Every service, in the order of the catalog. */
export function serviceDefinitions(): ServiceDefinition[] {
  return [...written.keys()].flatMap((module_name) => ownServiceFile(module_name) ?? [])
}

/** The service of this module name that came with the deployment, as Workers run it, or null (`known-services.ts` knows all). */
export function findOwnService(module_name: string): RunnableService | null {
  return findOwn(module_name)?.service ?? null
}

/** Where a service's API is: the operator's address (SERVICE_ADDRESSES, `*` for all), or the one of its file; empty for our own. */
export function addressOf(
  { module_name, base_url }: Pick<RunnableService, 'module_name' | 'base_url'>,
  addresses: Readonly<Record<string, string>>,
): string {
  const moved = Object.hasOwn(addresses, module_name) ? addresses[module_name] : undefined
  return moved ?? (base_url ? (addresses['*'] ?? base_url) : '')
}

/** The file of this service, or null. */
export function ownServiceFile(module_name: string): ServiceDefinition | null {
  return findOwn(module_name)?.file ?? null
}
