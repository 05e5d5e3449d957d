import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startStandIns } from '../local-site/start-stand-ins.ts'
import { freePort } from '../settings/ports.ts'
import { databaseSize } from './fill/database-size.ts'
import type { FilledParts } from './fill/fill-database.ts'
import { measurePaths, type MeasuredPath } from './measure-paths.ts'
import { ALL_PATHS } from './paths/all-paths.ts'
import { growingScans } from './query-plans.ts'
import { databaseFiles, makeDatabase, startSite } from './scale-site.ts'

export type RunAtSize = {
  applets: number
  bytes: number
  /** Of the search index, which is a database of its own. */
  indexBytes: number
  parts: FilledParts
  measured: MeasuredPath[]
  /** What each statement scans that grows; nothing for those that seek everything. */
  scans: ReadonlyMap<string, string[]>
}

/** Fills a database with so many Applets, calls every path of the built Worker over it, and deletes it. */
export async function runAtSize(applets: number): Promise<RunAtSize> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'))
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0, clock: 0 })
  try {
    const options = { folder, standIns, port: await freePort() }
    const { file, parts, indexBytes } = await makeDatabase(options, databaseSize(applets), Date.now())
    const { size } = statSync(file)
    const site = await startSite(options)
    const measured = await measurePaths(site, standIns, ALL_PATHS).finally(() => site.close())
    return { applets, bytes: size, indexBytes, parts, measured, scans: scansOf(folder, measured) }
  } finally {
    await standIns.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks the databases for the plan of each statement, while no process has them open. */
function scansOf(folder: string, measured: readonly MeasuredPath[]): Map<string, string[]> {
  const databases = databaseFiles(folder).map((file) => new DatabaseSync(file))
  const statements = new Set(measured.flatMap(({ trips }) => trips.flat().map(({ sql }) => sql)))
  const scans = [...statements].map((sql) => [sql, scansIn(databases, sql)] as const)
  for (const database of databases) database.close()
  return new Map(scans.filter(([, found]) => found.length > 0))
}

/** A statement belongs to the first database that has its tables. */
function scansIn([first, ...others]: readonly DatabaseSync[], sql: string): string[] {
  if (!first) throw new Error(`No database has the tables of this statement: ${sql}`)
  try {
    return growingScans(first, sql)
  } catch (error) {
    if (others.length === 0) throw error
    return scansIn(others, sql)
  }
}
