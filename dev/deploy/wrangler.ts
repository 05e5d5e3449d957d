import { builtAt, deployedConfig, writeDeployedConfig } from './config/deployed-config.ts'
import { readDeploymentFile } from './config/deployment-file.ts'
import { takeEnvironment } from '../processes/environment.ts'
import { main, ROOT, run } from '../processes/run.ts'

/**
 * Runs wrangler with wrangler.toml and the operator's ids, names and settings of deployment.json. After `runner`, with
 * wrangler.runner.toml; with `--env staging`, for that environment.
 */
await main(async () => {
  // Before wrangler, which would read its own --env past ours.
  const { environment, rest: given } = takeEnvironment(process.argv.slice(2))
  const [args, ofRunner] = given[0] === 'runner' ? [given.slice(1), true] : [given, false]
  const config = deployedConfig(ROOT, readDeploymentFile(ROOT, environment))
  const { workerFile, runnerFile, pagesFolder } = writeDeployedConfig(ROOT, config, builtAt(ROOT).pages)
  // Pages takes its config from the folder it runs in.
  const where = args[0] === 'pages' ? ['--cwd', pagesFolder] : ['--config', ofRunner ? runnerFile : workerFile]
  await run('wrangler', [...args, ...where], {
    ...(config.worker.account_id !== undefined && { CLOUDFLARE_ACCOUNT_ID: config.worker.account_id }),
  })
})
