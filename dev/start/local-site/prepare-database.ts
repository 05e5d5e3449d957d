import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { localDatabases } from './local-database.ts'
import { migrate } from './migrate-local-d1.ts'
import { ROOT } from '../../processes/run.ts'
import { STATE_DIR } from '../../settings/state-dir.ts'
import { openDemoAccount } from '../../seed/open-demo-account.ts'
import { fillIndex } from '../../seed/fill-index.ts'
import { seed } from '../../seed/seed.ts'
import { catalogRows } from '../../../worker/services/catalog/catalog-rows.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'

const STAMP = join(STATE_DIR, 'prepared')

/** Throws where the local D1 is from before the first migration was written again: nothing of ours reads that. */
export async function refuseOlderData(database: D1Database): Promise<void> {
  const found = await database.prepare("select 1 from sqlite_master where name = 'plans'").first()
  if (found !== null) throw new Error('The local data is of an older release, which cannot be read: npm run reset')
}

/**
 * Migrates and seeds the local D1, but only when the migrations, the catalog, the demo data or the stand-ins' addresses have changed
 * since the last time. Existing data stays. `addresses`: where all services are, a developer's own included. Returns
 * whether there was no data yet.
 */
export async function prepareDatabase(addresses: Record<string, string>): Promise<boolean> {
  const wanted = stamp(JSON.stringify(catalogRows(serviceDefinitions(), addresses)))
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false
  const isFirst = !existsSync(STAMP)
  mkdirSync(STATE_DIR, { recursive: true })
  await using databases = await localDatabases()
  const { DB, SEARCH } = databases
  await refuseOlderData(DB)
  await migrate(DB)
  await migrate(SEARCH, 'migrations-search')
  await seed(DB, { addresses, now: Date.now(), openAccount: openDemoAccount(addresses) })
  await fillIndex({ DB, SEARCH })
  writeFileSync(STAMP, wanted)
  return isFirst
}

function stamp(catalog: string): string {
  const hash = createHash('sha256').update(catalog)
  for (const folder of ['migrations', 'migrations-search', 'dev/seed']) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.(sql|ts)$/.test(name),
    )
    for (const name of files.toSorted()) hash.update(readFileSync(join(ROOT, folder, name)))
  }
  return hash.digest('hex')
}
