import { main, run } from './processes/run.ts'

/** The pages into web/dist (assets and _worker.js), the Worker into out/api: what is deployed, previewed and tested. */
await main(async () => {
  await run('vite', ['build', '--app', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  await run('wrangler', ['deploy', '--dry-run', '--outdir', 'out/api'])
})
