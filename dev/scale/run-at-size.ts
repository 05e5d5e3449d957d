import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandIns } from '../local-site/start-stand-ins.ts'
import { freePort } from '../settings/ports.ts'
import { databaseSize } from './fill/database-size.ts'
import { measurePaths, type MeasuredPath } from './measure-paths.ts'
import { ALL_PATHS } from './paths/all-paths.ts'
import { makeDatabase, startSite } from './scale-site.ts'

export type RunAtSize = { applets: number; bytes: number; taken: Record<string, number>; measured: MeasuredPath[] }

/**
 * Fills a database with so many Applets, calls every path of the built Worker over it, and deletes it. `look` may read
 * the file afterward, while no process has it open.
 */
export async function runAtSize(
  applets: number,
  look: (file: string, run: RunAtSize) => void = () => {},
): Promise<RunAtSize> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'))
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0, clock: 0 })
  try {
    const options = { folder, standIns, port: await freePort() }
    const { file, taken } = await makeDatabase(options, databaseSize(applets), Date.now())
    const { size } = statSync(file)
    const site = await startSite(options)
    const measured = await measurePaths(site, standIns, ALL_PATHS).finally(() => site.close())
    const run = { applets, bytes: size, taken, measured }
    look(file, run)
    return run
  } finally {
    await standIns.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
