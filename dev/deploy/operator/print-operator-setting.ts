import { startedDatabase } from '../../start/local-site/local-database.ts'
import { readArguments, REMOTE } from '../../processes/read-arguments.ts'
import { main } from '../../processes/run.ts'
import { localAccess, wranglerAccess } from '../config/database-access.ts'
import { operatorSetting } from './operator-setting.ts'

const USAGE = 'npm run operate -- add-operator ada@example.com [--remote]'

/** `npm run operate -- add-operator EMAIL [--remote]`: prints the setting that makes this user an operator. Changes nothing. */
await main(async () => {
  const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options: REMOTE })
  const [email] = positionals
  if (!email) throw new Error(`Say whom: ${USAGE}`)
  if (values.remote) return console.log(await operatorSetting(wranglerAccess(), email))
  const miniflare = startedDatabase()
  try {
    const { DB } = await miniflare.getBindings<{ DB: Parameters<typeof localAccess>[0] }>()
    console.log(await operatorSetting(localAccess(DB), email))
  } finally {
    await miniflare.dispose()
  }
})
