import { prepareSite, runWrangler, untilItAnswers } from './local-site/prepare-site.ts'
import { WORKER_PORT } from './settings/ports.ts'
import { main, run } from './processes/run.ts'

/** Serves the API Worker without the pages, for curl. */
await main(async () => {
  await run('wrangler', ['deploy', '--dry-run', '--outdir', 'out/api'])
  const site = await prepareSite(WORKER_PORT)
  runWrangler(['dev'], site)
  await untilItAnswers(site.origin)
  console.log(`\n  The API Worker (without pages) is at ${site.origin}. Try ${site.origin}/api/settings\n`)
})
