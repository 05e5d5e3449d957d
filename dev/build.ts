import { buildWorker } from './processes/build-worker.ts'
import { main, run } from './processes/run.ts'

/** Builds the pages into web/dist (assets and _worker.js) and the Worker into out/api. */
await main(async () => {
  await run('vite', ['build', '--app', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  await buildWorker()
})
