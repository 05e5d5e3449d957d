import { keepTime } from './start/local-site/keep-time.ts'
import { prepareSite, runWrangler, untilItAnswers } from './start/local-site/prepare-site.ts'
import { WORKER_PORT } from './settings/ports.ts'
import { buildWorkers } from './processes/build-worker.ts'
import { readNoArguments } from './processes/read-arguments.ts'
import { main } from './processes/run.ts'

/** Serves the API Worker without the pages, for curl. */
await main(async () => {
  readNoArguments('node dev/bootstrap.mjs worker')
  await buildWorkers()
  const site = await prepareSite(WORKER_PORT)
  runWrangler(['dev'], site)
  await untilItAnswers(site.origin)
  await keepTime(site)
  console.log(`\n  The API Worker (without pages) is at ${site.origin}. Try ${site.origin}/api/settings\n`)
})
