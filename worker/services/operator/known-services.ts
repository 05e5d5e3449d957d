import { sql } from 'drizzle-orm'
import type { RunnerCtx } from '../../system/context/context.ts'
import { service_files } from '../../db/schema/service-files.ts'
import { log } from '../../system/log/log.ts'
import type { RunnableService } from '../../engine/steps/service-steps.ts'
import { openServiceKey } from '../../system/secrets/service-key.ts'
import { toDefinition } from '../format/json/parse-service-json.ts'
import type { ServiceJson } from '../format/json/service-json.ts'
import { runnableService } from '../format/runnable-service.ts'
import type { ServiceDefinition } from '../format/service-definition.ts'
import { isManifest, savedManifest } from '../ifttt/import/read-manifest.ts'
import { findOwnService, ownServiceFile } from '../service-registry.ts'

/** How long an isolate trusts what it read of an operator's services, in ms. */
const CACHED_FOR = 30_000

type Added = { version: number; file: ServiceDefinition; service: RunnableService; service_key: string | null }
const added = new Map<string, { known: Added | null; until: number }>()

/** The service of this module name, or null. One that an operator has added is known after `loadServices`. */
export function findService(module_name: string): RunnableService | null {
  return findOwnService(module_name) ?? added.get(module_name)?.known?.service ?? null
}

/** The file of this service, or null; as with `findService`. */
export function serviceFile(module_name: string): ServiceDefinition | null {
  return ownServiceFile(module_name) ?? added.get(module_name)?.known?.file ?? null
}

/**
 * The operator's key at a service of IFTTT's protocol that was added, opened; null for any other. As with
 * `findService`.
 */
export function addedServiceKey(module_name: string): string | null {
  return added.get(module_name)?.known?.service_key ?? null
}

/** Where a service's API is: the operator's address (SERVICE_ADDRESSES), or the one of its file; empty for our own. */
export function serviceAddress(module_name: string, addresses: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(addresses, module_name) ? addresses[module_name] : undefined
  return own ?? serviceFile(module_name)?.base_url ?? ''
}

/**
 * Reads those of these services that an operator has added. Our own cost nothing, and others are read again after half
 * a minute. Without D1, what is known goes on.
 */
export async function loadServices(
  { db, now, settings }: Pick<RunnerCtx, 'db' | 'now' | 'settings'>,
  names: readonly string[],
): Promise<void> {
  const wanted = [...new Set(names)].filter((name) => !findOwnService(name) && (added.get(name)?.until ?? 0) <= now())
  if (wanted.length === 0) return
  try {
    // As one parameter: D1 takes 100, and a page may ask for more services.
    const isWanted = sql`${service_files.module_name} in (select value from json_each(${JSON.stringify(wanted)}))`
    const rows = await db.select().from(service_files).where(isWanted)
    const found = new Map(rows.map((row) => [row.module_name, row]))
    for (const name of wanted) {
      const [row, before] = [found.get(name), added.get(name)?.known]
      const known = row ? (before?.version === row.version ? before : await readAdded(row, settings)) : null
      added.set(name, { known, until: now() + CACHED_FOR })
    }
  } catch (error) {
    log('warn', 'services_away', { message: String(error) })
  }
}

/** Checked when it was saved. A key that cannot be opened is one that is missing. */
async function readAdded(
  row: typeof service_files.$inferSelect,
  { TOKEN_KEYS }: RunnerCtx['settings'],
): Promise<Added> {
  const { module_name, version, service_key } = row
  const document: unknown = JSON.parse(row.file)
  const file = isManifest(document) ? savedManifest(document) : toDefinition(document as ServiceJson)
  const key = service_key === null ? null : openServiceKey(TOKEN_KEYS, module_name, service_key)
  const opened = await key?.catch((error: unknown) => {
    log('error', 'service_key_unreadable', { module_name, message: String(error) })
    return null
  })
  return { version, file, service: runnableService(file), service_key: opened ?? null }
}
