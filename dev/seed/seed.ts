import type { D1Database } from '@cloudflare/workers-types'
import { connect } from '../../worker/db/client.ts'
import { seedApplets } from './seed-applets.ts'
import { seedAccounts, type IssueTokens } from './seed-accounts.ts'
import { seedCatalogue } from './seed-catalog.ts'
import { seedEnablements, seedUsers } from './seed-people.ts'
import { LOCAL_SETTINGS } from '../settings/local-settings.ts'
import type { ServiceEndpoints } from '../services/oauth/service-endpoints.ts'

type SeedOptions = {
  /** Where the stand-in's services are: addresses follow it when its port moves. */
  services: ServiceEndpoints[]
  now: number
  /** Opens a grant at the stand-in, so that the demo accounts' tokens are real; without it they are broken. */
  issueTokens?: IssueTokens
  /** The setting TOKEN_KEYS that the Worker reads tokens with; absent, that of this machine. */
  tokenKeys?: string
}

/**
 * The demo world of design §6. Services, steps, plans and Applets are written anew each time; people and what is
 * theirs only where they are not there yet, so that a second run keeps what was done in between.
 */
export async function seed(database: D1Database, options: SeedOptions): Promise<void> {
  const db = connect(database)
  await seedCatalogue(db, options.services)
  await seedUsers(db, options.now)
  await seedApplets(db, options.now)
  await seedEnablements(db, options.now, options.tokenKeys ?? LOCAL_SETTINGS.TOKEN_KEYS)
  await seedAccounts(db, options)
}
