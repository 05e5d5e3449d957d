import type { D1Database } from '@cloudflare/workers-types'
import { parseArgs } from 'node:util'
import { markAfterRestore } from './deployment/mark-after-restore.ts'
import { localDatabase } from './local-site/local-database.ts'
import { main } from './processes/run.ts'
import { localAccess, wranglerAccess } from './stripe-setup/database-access.ts'

/** After D1 was restored to an older time: has it made right with Stripe and the Runners. See docs/operate.md. */
await main(async () => {
  const { remote } = parseArgs({ options: { remote: { type: 'boolean', default: false } } }).values
  const miniflare = remote ? null : localDatabase()
  try {
    const local = await miniflare?.getBindings<{ DB: D1Database }>()
    const { marked, left } = await markAfterRestore(local ? localAccess(local.DB) : wranglerAccess())
    console.log(
      left === null
        ? `Marked: all customers at Stripe, and ${marked} Runners. The Worker works on them every minute.`
        : `Still at work: customers of Stripe ${left === '' ? 'from the first one' : `after ${left}`}.`,
    )
    console.log('Run this again to see how far it is. Then rebuild the search index: npm run search:rebuild')
  } finally {
    await miniflare?.dispose()
  }
})
