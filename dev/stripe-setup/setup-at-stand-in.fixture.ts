import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.fixture.ts'
import { sqliteD1 } from '../test/d1-in-node/sqlite-d1.ts'
import { localDatabases } from '../start/local-site/local-database.ts'
import { migrate } from '../start/local-site/migrate-local-d1.ts'
import { runningStripe } from '../stand-ins/stripe/running-stripe.fixture.ts'
import { localAccess } from '../deploy/config/database-access.ts'
import { pricesForSale } from './products/for-sale.ts'
import { fileSecrets } from './endpoint/secret-store.ts'
import { setUpStripe, type SetUp } from './set-up-stripe.ts'
import { openStripeAccount } from './stripe-account.ts'

/** An empty account at the stand-in, an empty D1 and a settings file, each until the test ends. */
export async function setupAtStandIn(makeDatabase: () => Promise<D1Database> = async () => sqliteD1()) {
  const { vars, emulator } = await runningStripe()
  const DB = await makeDatabase()
  const folder = temporaryFolder()
  const settingsFile = join(folder, '.dev.vars')
  const { stripe, isLive } = openStripeAccount(vars)
  const options: SetUp = {
    stripe,
    isLive,
    database: localAccess(DB),
    secrets: fileSecrets(settingsFile),
    prices: pricesForSale,
    siteOrigin: 'https://site.test',
    campaignCode: 'HOLIDAY',
    confirmed: false,
  }
  return {
    db: DB,
    stripe,
    emulator,
    settingsFile,
    run: (given: Partial<SetUp> = {}) => setUpStripe({ ...options, ...given }),
    rows: (sql: string) => options.database.read(sql),
    options,
  }
}

/** The D1 of `npm start`, in workerd, but empty. */
export async function emptyLocalD1(): Promise<D1Database> {
  const databases = await localDatabases(temporaryFolder())
  onTestFinished(() => databases[Symbol.asyncDispose]())
  const { DB } = databases
  await migrate(DB)
  return DB
}
