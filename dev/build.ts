import { buildWorkers } from './processes/build-worker.ts'
import { main, run } from './processes/run.ts'

/** Builds the pages into web/dist (assets and _worker.js) and the Workers into out/api and out/runner. */
await main(async () => {
  await run('vite', ['build', '--app', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  await buildWorkers()
})
