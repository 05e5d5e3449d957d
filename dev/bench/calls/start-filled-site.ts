import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '../../start/local-site/migrate-local-d1.ts'
import { runInMiniflare } from '../../start/local-site/run-in-miniflare.ts'
import { startStandIns } from '../../start/local-site/start-stand-ins.ts'
import { fillIndex, type SearchDatabases } from '../../seed/fill-index.ts'
import { openDemoAccount } from '../../seed/open-demo-account.ts'
import { seed } from '../../seed/seed.ts'
import { seedStripe } from '../../seed/seed-stripe.ts'
import { freePort } from '../../settings/ports.ts'
import { API_WORKER } from '../../settings/worker-names.ts'
import type { RunningStripe } from '../../stand-ins/stripe/start-stripe.ts'
import { databaseSize } from '../fill/database-size.ts'
import { fillDatabase } from '../fill/fill-database.ts'
import { fillSearch } from '../fill/fill-search.ts'

/** The built product with its Workers counted. `api` and `pages` are sockets of workerd's own; `origin`: what links name. */
export type FilledSite = {
  api: string
  pages: string
  origin: string
  stripe: RunningStripe
  /** The files of its databases, to be read once it is closed. */
  files: string[]
  /** Ends the processes; the files stay until `forget`. */
  close(): Promise<void>
  forget(): void
}

/** Starts the built product (`npm run build` comes first) over a database with so many Applets. */
export async function startFilledSite(applets: number): Promise<FilledSite> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0, clock: 0 })
  const { stripe, services } = standIns
  if (!stripe) throw new Error('The bench always has its own Stripe.')
  // Each call is counted alone; the webhook is a call of its own.
  stripe.emulator.control.webhooks.mode('lost')
  const [port, apiPort, pagesPort, now] = [await freePort(), await freePort(), await freePort(), Date.now()]
  const origin = `http://localhost:${port}`
  const start = async () => {
    const miniflare = await runInMiniflare({
      port,
      vars: standIns.vars,
      outboxUrl: standIns.outbox.origin,
      persistTo: folder,
      apiPort,
      pagesPort,
      unlimited: true,
      wrapper: readFileSync(join(import.meta.dirname, 'counted-worker.js'), 'utf8'),
    })
    await miniflare.ready
    return { miniflare, ...(await miniflare.getBindings<SearchDatabases>(API_WORKER)) }
  }
  const empty = await start()
  await migrate(empty.DB)
  await migrate(empty.SEARCH, 'migrations-search')
  await seedStripe(stripe, { siteOrigin: origin, now })
  await seed(empty.DB, { addresses: services.addresses, now, openAccount: openDemoAccount(services.addresses) })
  await fillIndex(empty)
  await empty.miniflare.dispose()
  const [file, index] = [fileWith('users', folder), fileWith('applet_words', folder)]
  fillDatabase(file, databaseSize(applets), now)
  fillSearch(file, index)
  const { miniflare } = await start()
  return {
    api: `http://127.0.0.1:${apiPort}`,
    pages: `http://127.0.0.1:${pagesPort}`,
    origin,
    stripe,
    files: [file, index],
    close: async () => void (await Promise.all([miniflare.dispose(), standIns.close()])),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function fileWith(table: string, folder: string): string {
  const files = readdirSync(join(folder, 'd1'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sqlite') && !name.endsWith('metadata.sqlite'))
    .map((name) => join(folder, 'd1', name))
  const found = files.find((file) => {
    const database = new DatabaseSync(file)
    const row = database.prepare('select 1 from sqlite_master where name = ?').get(table)
    database.close()
    return row !== undefined
  })
  if (found === undefined) throw new Error(`No database has the table ${table}.`)
  return found
}
