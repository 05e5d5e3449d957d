import { startedDatabases } from '../../start/local-site/local-database.ts'
import { migrate } from '../../start/local-site/migrate-local-d1.ts'
import { PLACE, readArguments, readPlace } from '../../processes/read-arguments.ts'
import { main } from '../../processes/run.ts'
import { rebuildIndex } from '../../seed/fill-index.ts'
import { remoteFlags, wranglerAccess } from '../config/database-access.ts'
import { rebuildDeployedIndex } from './rebuild-deployed-index.ts'

/** Writes the search index of this machine or, with --remote, of the deployed product again from D1. Searches go on. */
await main(async () => {
  const usage = 'npm run operate -- rebuild-search [--remote] [--env staging]'
  const { remote, environment } = readPlace(readArguments(usage, { options: PLACE }).values)
  if (remote) return rebuildDeployedIndex(console.log, { database: wranglerAccess(remoteFlags(environment)) })
  await using databases = await startedDatabases()
  const { DB, SEARCH } = databases
  await migrate(DB)
  await migrate(SEARCH, 'migrations-search')
  await rebuildIndex({ DB, SEARCH })
  const found = await SEARCH.prepare('select count(*) from applet_places where place is not null').first('count(*)')
  console.log(`The search index is complete: ${String(found)} Applets.`)
})
