import { main, run } from './processes/run.ts'

/** Deploys the tables before the Worker that reads them, and the Worker before the pages. */
await main(async () => {
  await run(process.execPath, ['dev/build.ts'])
  await run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote'])
  await run('wrangler', ['deploy'])
  await run('wrangler', ['--cwd', 'web', 'pages', 'deploy', 'dist'])
})
