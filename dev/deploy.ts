import { accessToken } from './deployment/cloudflare-token.ts'
import { operatorAt } from './deployment/ask-operator.ts'
import { deployOptions } from './deployment/deploy-options.ts'
import { deployedConfig, writeDeployedConfig } from './deployment/deployed-config.ts'
import { readDeploymentFile } from './deployment/deployment-file.ts'
import { openAccount } from './deployment/open-account.ts'
import { builtAt, deployProduct } from './deployment/product-deployment.ts'
import { rollBack } from './deployment/roll-back.ts'
import { wranglerFor } from './deployment/run-deploy-command.ts'
import { main, ROOT, run } from './processes/run.ts'

/** Brings a Cloudflare account from whatever it has to this build, tests it, and says how to go back. */
await main(async () => {
  const { yes, built, smokeAt, rollback } = deployOptions(process.argv.slice(2))
  const file = readDeploymentFile(ROOT)
  const account = await openAccount(process.env, await accessToken(process.env), file.account_id)
  const wrangler = wranglerFor(account, ROOT, process.env)
  const build = builtAt(ROOT)
  if (rollback.pages !== undefined || rollback.worker !== undefined) {
    const config = deployedConfig(ROOT, file)
    const { workerFile: configFile } = writeDeployedConfig(ROOT, config, build.pages)
    await rollBack({
      account,
      wrangler,
      workerName: config.worker.name,
      configFile,
      project: config.pages.name,
      ...rollback,
    })
    return
  }
  if (!built) await run(process.execPath, ['dev/build.ts'])
  const operator = process.stdin.isTTY && !process.env.CI ? operatorAt(process.stdin, process.stdout) : null
  await deployProduct({
    root: ROOT,
    ...build,
    account,
    wrangler,
    env: process.env,
    operator,
    yes,
    smokeAt,
    say: console.log,
  })
})
