import type { D1Database } from '@cloudflare/workers-types'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../local-site/migrate-local-d1.ts'
import { API_WORKER, runInMiniflare } from '../local-site/run-in-miniflare.ts'
import type { StandIns } from '../local-site/start-stand-ins.ts'
import { demoGrants } from '../seed/demo-grants.ts'
import { seed } from '../seed/seed.ts'
import { seedStripe } from '../seed/seed-stripe.ts'
import { freePort } from '../settings/ports.ts'
import { COUNT_STATEMENTS } from './count-statements.ts'
import type { DatabaseSize } from './fill/database-size.ts'
import { fillDatabase } from './fill/fill-database.ts'
import { subscribeAtStripe } from './subscribe-at-stripe.ts'

/** The built Worker over the data in a folder, counted. `origin`: what its links name. */
export type ScaleSite = { api: string; origin: string; db: D1Database; close(): Promise<void> }

type Options = { folder: string; standIns: StandIns; port: number }

/** Runs the built product (`npm run build` comes first) with the Worker wrapped in the one that counts. */
export async function startSite({ folder, standIns, port }: Options): Promise<ScaleSite> {
  const apiPort = await freePort()
  const miniflare = await runInMiniflare({
    port,
    // Passwords are another bench's matter. With tax, checkout asks Stripe and D1 for all that it ever does.
    vars: { ...standIns.vars, SCRYPT_N: '2', STRIPE_TAX: 'on' },
    outboxUrl: standIns.outbox.origin,
    persistTo: folder,
    apiPort,
    wrapper: COUNT_STATEMENTS,
  })
  await miniflare.ready
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>(API_WORKER)
  return {
    api: `http://127.0.0.1:${apiPort}`,
    origin: `http://localhost:${port}`,
    db: DB,
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
  await seedStripe(stripe, { siteOrigin: `http://localhost:${port}`, now })
  await seed(site.db, { services: services.catalog, now, issueTokens: demoGrants(services.catalog) })
  await site.close()
  const [file] = databaseFiles(folder)
  if (file === undefined) throw new Error('There is no database.')
  const parts = fillDatabase(file, size, now)
  await subscribeAtStripe(file, stripe)
  return { file, parts }
}

/** The files of all D1 databases, largest first: that of the product's own data. */
export function databaseFiles(folder: string): string[] {
  return readdirSync(join(folder, 'd1'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'))
    .map((name) => join(folder, 'd1', name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size)
}
