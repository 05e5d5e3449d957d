import type { RunnableService } from '../runner-api/service-steps.ts'
import { runnableService } from './format/runnable-service.ts'
import type { ServiceDefinition } from './format/service-definition.ts'
import { toDefinition } from './format/json/parse-service-json.ts'
import type { ServiceJson } from './format/json/service-json.ts'
import { beacon } from './beacon/service.ts'
import { button } from './button/service.ts'
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
import { store } from './store/service.ts'
import { stride } from './stride/service.ts'
import { taskpile } from './taskpile/service.ts'
import { tunebox } from './tunebox/service.ts'
import { siteWatch } from './site_watch/service.ts'
import { weather } from './weather/service.ts'
import { webhooks } from './webhooks/service.ts'
import { github } from './github/service.ts'
import { todoist } from './todoist/service.ts'
import { bluesky } from './bluesky/service.ts'
import { home_assistant } from './home_assistant/service.ts'
import { serviceFiles } from './json-services.ts'
import { discord } from './discord/service.ts'
import { slack } from './slack/service.ts'
import { teams } from './teams/service.ts'
import { googleChat } from './google_chat/service.ts'
import { ntfy } from './ntfy/service.ts'
import { telegram } from './telegram/service.ts'

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
  weather,
  siteWatch,
  store,
  button,
  github,
  todoist,
  bluesky,
  home_assistant,
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

/** The service of this module name that came with the deployment, or null (`operator/known-services.ts` knows all). */
export function findOwnService(module_name: string): RunnableService | null {
  return runnable.get(module_name) ?? null
}

const files = new Map(serviceDefinitions.map((service) => [service.module_name, service]))

/** The file of this service, or null. */
export function ownServiceFile(module_name: string): ServiceDefinition | null {
  return files.get(module_name) ?? null
}
