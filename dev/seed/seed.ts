import type { D1Database } from '@cloudflare/workers-types'
import { connect } from '../../worker/system/d1/client.ts'
import { seedApplets } from './seed-applets.ts'
import { seedAccounts, type OpenAccount } from './seed-accounts.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedEnablements, seedUsers } from './seed-people.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'

type SeedOptions = {
  /** Where all services are, by module name. */
  addresses: Record<string, string>
  now: number
  /** Opens accounts at the doubles, so that the demo accounts' tokens work; without it, the accounts are broken. */
  openAccount?: OpenAccount
  /** The Worker's setting TOKEN_KEYS; by default the local one. */
  tokenKeys?: string
}

/**
 * Seeds the demo data. Services, steps, plans and Applets are written each time; people and their data only once, so
 * that a second run keeps changes.
 */
export async function seed(database: D1Database, options: SeedOptions): Promise<void> {
  const db = connect(database)
  await seedCatalog(db, options.addresses)
  await seedUsers(db, options.now)
  await seedApplets(db, options.now)
  await seedEnablements(db, options.now, options.tokenKeys ?? LOCAL_SETTINGS.TOKEN_KEYS)
  await seedAccounts(db, options)
}
