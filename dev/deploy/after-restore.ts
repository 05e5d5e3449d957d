import { markAfterRestore } from './mark-after-restore.ts'
import { startedDatabases } from '../start/local-site/local-database.ts'
import { inEnvironment } from '../processes/environment.ts'
import { PLACE, readArguments, readPlace } from '../processes/read-arguments.ts'
import { main } from '../processes/run.ts'
import { localAccess, remoteFlags, wranglerAccess } from './config/database-access.ts'

/** After D1 was restored to an older time: has it made right with Stripe and the Runners. See docs/operate.md. */
await main(async () => {
  const usage = 'npm run operate -- after-restore [--remote] [--env staging]'
  const { remote, environment } = readPlace(readArguments(usage, { options: PLACE }).values)
  await using local = remote ? null : await startedDatabases()
  const database = local ? localAccess(local.DB) : wranglerAccess(remoteFlags(environment))
  const { marked, left } = await markAfterRestore(database)
  console.log(
    left === null
      ? `Marked: all customers at Stripe, and ${marked} Runners. The Worker works on them every minute.`
      : `Still at work: customers of Stripe ${left === '' ? 'from the first one' : `after ${left}`}.`,
  )
  const rebuild = inEnvironment(environment, `npm run operate -- rebuild-search${remote ? ' --remote' : ''}`)
  console.log(`Run this again to see how far it is. Then rebuild the search index: ${rebuild}`)
})
