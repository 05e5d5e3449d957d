import type { RunnableService } from '../engine/steps/service-steps.ts'
import { expandService } from './format/expand-service.ts'
import { runnableService } from './format/http/runnable-service.ts'
import type { ServiceDefinition, WrittenService } from './format/service-definition.ts'
import { serviceFiles } from './json-services.ts'
import { servicesInCode } from './services-in-code.ts'

/** Every service, in the order of the catalog. The files in services/ are checked before every start and deployment. */
export const serviceDefinitions: readonly ServiceDefinition[] = [
  ...servicesInCode,
  ...(serviceFiles as readonly WrittenService[]).map(expandService),
]

const runnable = new Map<string, RunnableService>(
  serviceDefinitions.map((service) => [service.id, runnableService(service)]),
)

/** All services as the Runner runs them. */
export const allServices: readonly RunnableService[] = [...runnable.values()]

/** The service of this module name that came with the deployment, or null (`operator/known-services.ts` knows all). */
export function findOwnService(module_name: string): RunnableService | null {
  return runnable.get(module_name) ?? null
}

/** Where a service's API is: the operator's address (SERVICE_ADDRESSES, `*` for all), or the one of its file; empty for our own. */
export function addressOf(
  { module_name, base_url }: Pick<RunnableService, 'module_name' | 'base_url'>,
  addresses: Readonly<Record<string, string>>,
): string {
  const moved = Object.hasOwn(addresses, module_name) ? addresses[module_name] : undefined
  return moved ?? (base_url ? (addresses['*'] ?? base_url) : '')
}

const files = new Map(serviceDefinitions.map((service) => [service.id, service]))

/** The file of this service, or null. */
export function ownServiceFile(module_name: string): ServiceDefinition | null {
  return files.get(module_name) ?? null
}
