import { buildWorkers } from './processes/build-worker.ts'
import { readNoArguments } from './processes/read-arguments.ts'
import { main, run } from './processes/run.ts'
import { writeSbom } from './processes/write-sbom.ts'

/** Builds the pages into web/dist (assets and _worker.js), the Workers into out/api and out/runner, and out/sbom.json. */
await main(async () => {
  readNoArguments('npm run build')
  await run('vite', ['build', '--app', '--config', 'web/vite.config.ts', '--logLevel', 'warn'])
  await buildWorkers()
  writeSbom()
})
