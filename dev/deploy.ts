import { writeCatalog } from './deployment/write-catalog.ts'
import { deployWorker } from './processes/build-worker.ts'
import { main, run } from './processes/run.ts'

/** Deploys the tables and the catalog before the Worker that reads them, and the Worker before the pages. */
await main(async () => {
  await run(process.execPath, ['dev/build.ts'])
  await run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote'])
  await run('wrangler', ['d1', 'migrations', 'apply', 'SEARCH', '--remote'])
  await run('wrangler', ['d1', 'execute', 'DB', '--remote', '--yes', '--file', writeCatalog()])
  await deployWorker()
  await run('wrangler', ['--cwd', 'web', 'pages', 'deploy', 'dist'])
})
