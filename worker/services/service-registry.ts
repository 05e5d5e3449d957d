import type { RunnableService } from '../runner-api/service-steps.ts'
import { runnableService } from './format/runnable-service.ts'
import type { ServiceDefinition } from './format/service-definition.ts'
import { toDefinition } from './format/json/parse-service-json.ts'
import type { ServiceJson } from './format/json/service-json.ts'
import { beacon } from './beacon/service.ts'
import { chirp } from './chirp/service.ts'
import { digestly } from './digestly/service.ts'
import { email } from './email/service.ts'
import { feeds } from './feeds/service.ts'
import { homebase } from './homebase/service.ts'
import { lumen } from './lumen/service.ts'
import { notifications } from './notifications/service.ts'
import { octoforge } from './octoforge/service.ts'
import { parley } from './parley/service.ts'
import { pixbin } from './pixbin/service.ts'
import { schedule } from './schedule/service.ts'
import { sheetly } from './sheetly/service.ts'
import { skycast } from './skycast/service.ts'
import { stride } from './stride/service.ts'
import { taskpile } from './taskpile/service.ts'
import { tunebox } from './tunebox/service.ts'
import { webhooks } from './webhooks/service.ts'
import { discord } from './discord/service.ts'
import { slack } from './slack/service.ts'
import { teams } from './teams/service.ts'
import { googleChat } from './google_chat/service.ts'
import { ntfy } from './ntfy/service.ts'
import { telegram } from './telegram/service.ts'
import { serviceFiles } from './service-files.ts'

/** The JSON files in services/: checked before every start and deployment. */
const writtenAsJson = serviceFiles.map((file) => toDefinition(file as ServiceJson))

/** Every service, in the order of the catalog. */
export const serviceDefinitions: readonly ServiceDefinition[] = [
  webhooks,
  schedule,
  feeds,
  notifications,
  email,
  skycast,
  octoforge,
  sheetly,
  chirp,
  parley,
  lumen,
  homebase,
  tunebox,
  pixbin,
  taskpile,
  stride,
  digestly,
  beacon,
  discord,
  slack,
  teams,
  googleChat,
  ntfy,
  telegram,
  ...writtenAsJson,
]

const runnable = new Map<string, RunnableService>(
  serviceDefinitions.map((service) => [service.module_name, runnableService(service)]),
)

/** All services as the Runner runs them. */
export const allServices: readonly RunnableService[] = [...runnable.values()]

/** The service of this module name, or null. */
export function findService(module_name: string): RunnableService | null {
  return runnable.get(module_name) ?? null
}

const files = new Map(serviceDefinitions.map((service) => [service.module_name, service]))

/** Opened, by module name. */
const addedKeys = new Map<string, string>()

/** From now on this isolate knows the service too, which its operator added. `service_key`: opened. */
export function rememberService(service: ServiceDefinition, service_key: string | null = null): void {
  runnable.set(service.module_name, runnableService(service))
  files.set(service.module_name, service)
  if (service_key !== null) addedKeys.set(service.module_name, service_key)
}

/** The key of a service that its operator added; null for any other. */
export function addedServiceKey(module_name: string): string | null {
  return addedKeys.get(module_name) ?? null
}

/** The file of this service, or null. */
export function serviceFile(module_name: string): ServiceDefinition | null {
  return files.get(module_name) ?? null
}

/** Where a service's API is: the operator's address (SERVICE_ADDRESSES), or the one of its file; empty for our own. */
export function serviceAddress(module_name: string, addresses: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(addresses, module_name) ? addresses[module_name] : undefined
  return own ?? files.get(module_name)?.base_url ?? ''
}
