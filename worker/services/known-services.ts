import { parseJson } from '../contract/shared/parse-json.ts'
import type { RunnerCtx } from '../system/context/context.ts'
import { readServiceFiles } from '../db/services/added-service-files.ts'
import { log } from '../system/log/log.ts'
import type { RunnableService } from '../engine/steps/service-steps.ts'
import type { ServiceFile } from '../system/runner-api/program.ts'
import { expandService } from './format/expand-service.ts'
import { runnableService } from './format/http/runnable-service.ts'
import { baseUrl, type ServiceDefinition, type WrittenService } from './format/service-definition.ts'
import { isManifest, savedManifest } from './ifttt/import/saved-manifest.ts'
import { addressOf, findOwnService, ownServiceFile } from './service-registry.ts'

/** How long an isolate trusts what it read of an operator's services, in ms. */
const CACHED_FOR = 30_000

type Added = { version: number; file: ServiceDefinition; service: RunnableService }
const added = new Map<string, { known: Added | null; until: number }>()

/** The service of this module name, or null. One that an operator has added is known after `loadServices`. */
export function findService(module_name: string): RunnableService | null {
  return findOwnService(module_name) ?? added.get(module_name)?.known?.service ?? null
}

/** The file of this service, or null; as with `findService`. */
export function serviceFile(module_name: string): ServiceDefinition | null {
  return ownServiceFile(module_name) ?? added.get(module_name)?.known?.file ?? null
}

/** Where the API of the service of this module name is, as `addressOf` says. */
export function serviceAddress(module_name: string, addresses: Readonly<Record<string, string>>): string {
  const file = serviceFile(module_name)
  return addressOf({ module_name, base_url: file && baseUrl(file) }, addresses)
}

/**
 * Reads those of these services that an operator has added. Our own cost nothing, and others are read again after half
 * a minute. Without D1, what is known goes on.
 */
export async function loadServices(
  { db, now }: Pick<RunnerCtx, 'db' | 'now'>,
  names: readonly string[],
): Promise<void> {
  const wanted = [...new Set(names)].filter((name) => !findOwnService(name) && (added.get(name)?.until ?? 0) <= now())
  if (wanted.length === 0) return
  try {
    const found = new Map((await readServiceFiles(db, wanted)).map((row) => [row.module_name, row]))
    for (const name of wanted) {
      const [row, before] = [found.get(name), added.get(name)?.known]
      const known = row ? (before?.version === row.version ? before : (readAdded(row) ?? before ?? null)) : null
      added.set(name, { known, until: now() + CACHED_FOR })
    }
  } catch (error) {
    log('warn', 'services_away', { message: String(error) })
  }
}

/** The service of a document that was checked before it was saved. */
export function savedService(document: unknown): ServiceDefinition {
  return isManifest(document) ? savedManifest(document) : expandService(document as WrittenService)
}

/** Null, and logged, where this deployment cannot read the file. */
function readAdded({ module_name, version, file: text }: ServiceFile): Added | null {
  try {
    const file = savedService(parseJson(text))
    return { version, file, service: runnableService(file) }
  } catch (error) {
    log('error', 'service_file_unreadable', { module_name, message: String(error) })
    return null
  }
}

/** What Runners have of each service, so that those of an isolate share it. */
const told = new Map<string, { text: string; service: RunnableService }>()

/** The service of a file that came to a Runner, or null. */
export function readService(given: ServiceFile): RunnableService | null {
  const { module_name, file: text } = given
  const known = told.get(module_name)
  if (known?.text === text) return known.service
  const service = readAdded(given)?.service ?? null
  if (service) told.set(module_name, { text, service })
  return service
}
