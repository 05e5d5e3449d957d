import { startedDatabase } from '../../start/local-site/local-database.ts'
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
  if (remote) {
    const setting = await operatorSetting(wranglerAccess(remoteFlags(environment)), email)
    return console.log(inEnvironment(environment, setting))
  }
  const miniflare = startedDatabase()
  try {
    const { DB } = await miniflare.getBindings<{ DB: Parameters<typeof localAccess>[0] }>()
    console.log(await operatorSetting(localAccess(DB), email))
  } finally {
    await miniflare.dispose()
  }
})
