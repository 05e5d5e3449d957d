import { startedDatabase } from '../../start/local-site/local-database.ts'
import { migrate } from '../../start/local-site/migrate-local-d1.ts'
import { readArguments, REMOTE } from '../../processes/read-arguments.ts'
import { main } from '../../processes/run.ts'
import { rebuildIndex, type SearchDatabases } from '../../seed/fill-index.ts'
import { rebuildDeployedIndex } from './rebuild-deployed-index.ts'

/** Writes the search index of this machine or, with --remote, of the deployed product again from D1. Searches go on. */
await main(async () => {
  const { remote } = readArguments('npm run operate -- rebuild-search [--remote]', { options: REMOTE }).values
  if (remote) return rebuildDeployedIndex(console.log)
  const miniflare = startedDatabase()
  try {
    const { DB, SEARCH } = await miniflare.getBindings<SearchDatabases>()
    await migrate(DB)
    await migrate(SEARCH, 'migrations-search')
    await rebuildIndex({ DB, SEARCH })
    const found = await SEARCH.prepare('select count(*) from applet_places where place is not null').first('count(*)')
    console.log(`The search index is complete: ${String(found)} Applets.`)
  } finally {
    await miniflare.dispose()
  }
})
