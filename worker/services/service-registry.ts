import type { RunnableService } from '../engine/steps/service-steps.ts'
import { runnableService } from './format/runnable-service.ts'
import type { ServiceDefinition } from './format/service-definition.ts'
import { toDefinition } from './format/json/parse-service-json.ts'
import type { ServiceJson } from './format/json/service-json.ts'
import { serviceFiles } from './json-services.ts'
import { servicesInCode } from './services-in-code.ts'

/** The JSON files in services/: checked before every start and deployment. */
const writtenAsJson = serviceFiles.map((file) => toDefinition(file as ServiceJson))

/** Every service, in the order of the catalog. */
export const serviceDefinitions: readonly ServiceDefinition[] = [...servicesInCode, ...writtenAsJson]

const runnable = new Map<string, RunnableService>(
  serviceDefinitions.map((service) => [service.module_name, runnableService(service)]),
)

/** All services as the Runner runs them. */
export const allServices: readonly RunnableService[] = [...runnable.values()]

/** The service of this module name that came with the deployment, or null (`operator/known-services.ts` knows all). */
export function findOwnService(module_name: string): RunnableService | null {
  return runnable.get(module_name) ?? null
}

/** Where a service's API is: the operator's address (SERVICE_ADDRESSES), or the one of its file; empty for our own. */
export function addressOf(
  { module_name, base_url }: Pick<RunnableService, 'module_name' | 'base_url'>,
  addresses: Readonly<Record<string, string>>,
): string {
  const moved = Object.hasOwn(addresses, module_name) ? addresses[module_name] : undefined
  return moved ?? base_url ?? ''
}

const files = new Map(serviceDefinitions.map((service) => [service.module_name, service]))

/** The file of this service, or null. */
export function ownServiceFile(module_name: string): ServiceDefinition | null {
  return files.get(module_name) ?? null
}
