import type { D1Database } from '@cloudflare/workers-types'
import { connect } from '../../worker/system/d1/client.ts'
import { seedApplets } from './seed-applets.ts'
import { seedAccounts, type IssueTokens } from './seed-accounts.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedEnablements, seedUsers } from './seed-people.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import { serviceAddresses } from '../stand-ins/services/service-addresses.ts'
import type { ServiceEndpoints } from '../stand-ins/services/oauth/service-endpoints.ts'

type SeedOptions = {
  /** The stand-in's services; seeded addresses follow their port. */
  services: ServiceEndpoints[]
  /** Where all services are, by module name; by default the stand-in's alone. */
  addresses?: Record<string, string>
  now: number
  /** Opens a grant at the stand-in, so that the demo accounts' tokens work; without it, the accounts are broken. */
  issueTokens?: IssueTokens
  /** The Worker's setting TOKEN_KEYS; by default the local one. */
  tokenKeys?: string
}

/**
 * Seeds the demo data. Services, steps, plans and Applets are written each time; people and their data only once, so
 * that a second run keeps changes.
 */
export async function seed(database: D1Database, options: SeedOptions): Promise<void> {
  const db = connect(database)
  await seedCatalog(db, options.addresses ?? serviceAddresses(options.services))
  await seedUsers(db, options.now)
  await seedApplets(db, options.now)
  await seedEnablements(db, options.now, options.tokenKeys ?? LOCAL_SETTINGS.TOKEN_KEYS)
  await seedAccounts(db, options)
}
