import type { D1Database } from '@cloudflare/workers-types'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import { migrate } from './migrate-local-d1.ts'
import { atPort } from './miniflare-options.ts'
import { ROOT } from '../processes/run.ts'
import { STATE_DIR } from '../settings/state-dir.ts'
import { demoGrants } from '../seed/demo-grants.ts'
import { seed } from '../seed/seed.ts'
import { catalogRows } from '../../worker/services/catalog/catalog-rows.ts'
import { serviceDefinitions } from '../../worker/services/service-registry.ts'
import { serviceAddresses } from '../services/oauth/service-addresses.ts'
import type { ServiceEndpoints } from '../services/oauth/service-endpoints.ts'

const STAMP = join(STATE_DIR, 'prepared')

/**
 * Migrates and seeds the local D1, but only when the migrations, the catalog, the demo data or the stand-ins' addresses have changed
 * since the last time. Existing data stays.
 */
export async function prepareDatabase(services: ServiceEndpoints[]): Promise<void> {
  const wanted = stamp(JSON.stringify([services, catalogRows(serviceDefinitions, serviceAddresses(services))]))
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  mkdirSync(STATE_DIR, { recursive: true })
  const miniflare = databaseAlone()
  try {
    const { DB } = await miniflare.getBindings<{ DB: D1Database }>()
    await migrate(DB)
    await seed(DB, { services, now: Date.now(), issueTokens: demoGrants(services) })
  } finally {
    await miniflare.dispose()
  }
  writeFileSync(STAMP, wanted)
}

/** Wrangler's own proxy would warn of the Runner, whose code is not here. */
function databaseAlone(): Miniflare {
  const { d1_databases, compatibility_date } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  return new Miniflare(
    convertV4MiniflareOptions({
      ...atPort(0, join(STATE_DIR, 'v3')),
      modules: true,
      script: 'export default {}',
      compatibilityDate: compatibility_date ?? '',
      d1Databases: Object.fromEntries(
        d1_databases.map(({ binding, database_id }: { binding: string; database_id?: string }) => [
          binding,
          database_id ?? binding,
        ]),
      ),
    }),
  )
}

function stamp(catalog: string): string {
  const hash = createHash('sha256').update(catalog)
  for (const folder of ['migrations', 'dev/seed']) {
    const files = readdirSync(join(ROOT, folder)).filter((name) => /(?<!\.test)\.(sql|ts)$/.test(name))
    for (const name of files.toSorted()) hash.update(readFileSync(join(ROOT, folder, name)))
  }
  return hash.digest('hex')
}
