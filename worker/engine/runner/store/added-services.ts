import type { RunnableService } from '../../steps/service-steps.ts'
import { usedServices, type ServiceFile } from '../../../system/runner-api/program.ts'
import type { AddedService, RunnerMemory } from '../world/memory.ts'
import type { RunnerWorld, Tables } from '../world/world.ts'

type Row = Omit<ServiceFile, 'file'> & { file: string | null }
type Reader = Pick<RunnerWorld, 'readService'>

export function loadAddedServices(world: Tables & Reader): Map<string, AddedService> {
  const rows = world.sql<Row>('select module_name, version, file from added_service')
  return new Map(rows.map((row) => [row.module_name, toAdded(world, row)]))
}

function toAdded(world: Reader, { file, ...row }: Row): AddedService {
  return { version: row.version, service: file === null ? null : world.readService({ ...row, file }) }
}

/**
 * The service as the programs of this Runner run it: one of ours, or the file that came with them. All of them are one
 * user's and share it, as they share polls and pushes. Null where there is none.
 */
export function findService({ world, added }: RunnerMemory, module_name: string): RunnableService | null {
  return world.findOwnService(module_name) ?? added.get(module_name)?.service ?? null
}

/**
 * Whether this Runner was told neither the service's file nor that there is none: what names it was stored, or told,
 * before files came with programs.
 */
export function isUntold({ world, added }: RunnerMemory, module_name: string): boolean {
  return !world.findOwnService(module_name) && !added.has(module_name)
}

/** Which versions this Runner has of the services that its programs use. */
export function addedVersions({ added, programs }: RunnerMemory) {
  const used = usedServices([...programs.values()].map(({ program }) => program))
  return used.flatMap((module_name) => {
    const known = added.get(module_name)
    return known ? [{ module_name, version: known.version }] : []
  })
}

/**
 * Keeps what programs with these services came with: a file once for each, or that there is none. It stays when the
 * last program goes, for what is still to be done and to be told. No `files` from an API Worker of before. Returns
 * whether any of it is news.
 */
export function saveAddedServices(
  { world, added, lacking }: RunnerMemory,
  module_names: readonly string[],
  files: readonly ServiceFile[] | undefined,
): boolean {
  if (!files) return false
  let hasNews = false
  for (const module_name of module_names) {
    lacking.delete(module_name)
    if (world.findOwnService(module_name)) continue
    const row = files.find((each) => each.module_name === module_name) ?? { module_name, version: 0, file: null }
    const known = added.get(module_name)
    const isNews = row.file === null ? !known || known.service : !known?.service || known.version < row.version
    if (!isNews) continue
    hasNews = true
    world.sql(
      `insert into added_service (module_name, version, file) values (?, ?, ?)
       on conflict (module_name) do update set version = excluded.version, file = excluded.file`,
      module_name,
      row.version,
      row.file,
    )
    added.set(module_name, toAdded(world, row))
  }
  return hasNews
}
