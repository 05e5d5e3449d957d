import { localDatabase } from '../local-site/local-database.ts'
import { main } from '../processes/run.ts'
import { localAccess, wranglerAccess } from '../stripe-setup/database-access.ts'
import { operatorSetting } from './operator-setting.ts'

/** `npm run operator -- add EMAIL [--remote]`: prints the setting that makes this user an operator. Changes nothing. */
await main(async () => {
  const [command, email] = process.argv.slice(2).filter((each) => !each.startsWith('--'))
  if (command !== 'add' || !email) throw new Error('Say whom: npm run operator -- add ada@example.com [--remote]')
  if (process.argv.includes('--remote')) return console.log(await operatorSetting(wranglerAccess(), email))
  const miniflare = localDatabase()
  try {
    const { DB } = await miniflare.getBindings<{ DB: Parameters<typeof localAccess>[0] }>()
    console.log(await operatorSetting(localAccess(DB), email))
  } finally {
    await miniflare.dispose()
  }
})
