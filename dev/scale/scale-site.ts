import type { D1Database } from '@cloudflare/workers-types'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../local-site/migrate-local-d1.ts'
import { runInMiniflare } from '../local-site/run-in-miniflare.ts'
import { API_WORKER } from '../settings/worker-names.ts'
import type { StandIns } from '../local-site/start-stand-ins.ts'
import { demoGrants } from '../seed/demo-grants.ts'
import { fillIndex, type SearchDatabases } from '../search/fill-index.ts'
import { seed } from '../seed/seed.ts'
import { seedStripe } from '../seed/seed-stripe.ts'
import { freePort } from '../settings/ports.ts'
import { COUNT_STATEMENTS } from './count-statements.ts'
import type { DatabaseSize } from './fill/database-size.ts'
import { fillDatabase } from './fill/fill-database.ts'
import { fillSearch } from './fill/fill-search.ts'
import { subscribeAtStripe } from './subscribe-at-stripe.ts'

/** The built Worker over the data in a folder, counted. `origin`: what its links name. */
export type ScaleSite = { api: string; origin: string; db: D1Database; search: D1Database; close(): Promise<void> }

type Options = { folder: string; standIns: StandIns; port: number }

/** Runs the built product (`npm run build` comes first) with the Worker wrapped in the one that counts. */
export async function startSite({ folder, standIns, port }: Options): Promise<ScaleSite> {
  const apiPort = await freePort()
  const miniflare = await runInMiniflare({
    port,
    // Passwords are another bench's matter. With tax, checkout asks Stripe and D1 for all that it ever does.
    vars: { ...standIns.vars, SCRYPT_N: '2', STRIPE_TAX: 'on', OPERATORS: 'usr_proplus' },
    outboxUrl: standIns.outbox.origin,
    persistTo: folder,
    apiPort,
    wrapper: COUNT_STATEMENTS,
  })
  await miniflare.ready
  const { DB, SEARCH } = await miniflare.getBindings<SearchDatabases>(API_WORKER)
  return {
    api: `http://127.0.0.1:${apiPort}`,
    origin: `http://localhost:${port}`,
    db: DB,
    search: SEARCH,
    close: () => miniflare.dispose(),
  }
}

/**
 * Makes a database of this size in an empty folder: the migrations, the demo's data, then the rows of the fill. Returns
 * its file and what each part took.
 */
export async function makeDatabase(options: Options, size: DatabaseSize, now: number) {
  const { standIns, folder, port } = options
  const { stripe, services } = standIns
  if (!stripe) throw new Error('The bench always has its own Stripe.')
  // Each path is to be counted alone; the webhook is a path of its own.
  stripe.emulator.control.webhooks.mode('lost')
  const site = await startSite(options)
  await migrate(site.db)
  await migrate(site.search, 'migrations-search')
  await seedStripe(stripe, { siteOrigin: `http://localhost:${port}`, now })
  await seed(site.db, { services: services.catalog, now, issueTokens: demoGrants(services.catalog) })
  await fillIndex({ DB: site.db, SEARCH: site.search })
  await site.close()
  const [file, index] = [fileWith('users', folder), fileWith('applet_words', folder)]
  const parts = fillDatabase(file, size, now)
  await subscribeAtStripe(file, stripe)
  return { file, parts, indexBytes: fillSearch(file, index) }
}

/** The files of all D1 databases. */
export function databaseFiles(folder: string): string[] {
  return readdirSync(join(folder, 'd1'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'))
    .map((name) => join(folder, 'd1', name))
}

function fileWith(table: string, folder: string): string {
  const found = databaseFiles(folder).find((file) => {
    const database = new DatabaseSync(file)
    const row = database.prepare('select 1 from sqlite_master where name = ?').get(table)
    database.close()
    return row !== undefined
  })
  if (found === undefined) throw new Error(`No database has the table ${table}.`)
  return found
}
