import { startedDatabases } from '../../start/local-site/local-database.ts'
import { inEnvironment } from '../../processes/environment.ts'
import { PLACE, readArguments, readPlace } from '../../processes/read-arguments.ts'
import { main } from '../../processes/run.ts'
import { localAccess, remoteFlags, wranglerAccess } from '../config/database-access.ts'
import { operatorSetting } from './operator-setting.ts'

const USAGE = 'npm run operate -- add-operator ada@example.com [--remote] [--env staging]'

/** `npm run operate -- add-operator EMAIL [--remote]`: prints the setting that makes this user an operator. Changes nothing. */
await main(async () => {
  const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options: PLACE })
  const { remote, environment } = readPlace(values)
  const [email] = positionals
  if (!email) throw new Error(`Say whom: ${USAGE}`)
  await using local = remote ? null : await startedDatabases()
  const database = local ? localAccess(local.DB) : wranglerAccess(remoteFlags(environment))
  console.log(inEnvironment(environment, await operatorSetting(database, email)))
})
