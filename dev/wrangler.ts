import { deployedConfig, writeDeployedConfig } from './deployment/config/deployed-config.ts'
import { readDeploymentFile } from './deployment/config/deployment-file.ts'
import { builtAt } from './deployment/product-deployment.ts'
import { main, ROOT, run } from './processes/run.ts'

/** Runs wrangler with wrangler.toml and the operator's ids, names and settings of deployment.json. */
await main(async () => {
  const args = process.argv.slice(2)
  const config = deployedConfig(ROOT, readDeploymentFile(ROOT))
  const { workerFile, pagesFolder } = writeDeployedConfig(ROOT, config, builtAt(ROOT).pages)
  // Pages takes its config from the folder it runs in.
  const where = args[0] === 'pages' ? ['--cwd', pagesFolder] : ['--config', workerFile]
  await run('wrangler', [...args, ...where], {
    ...(config.worker.account_id !== undefined && { CLOUDFLARE_ACCOUNT_ID: config.worker.account_id }),
  })
})
