import { cloudflareToken } from './deployment/account/cloudflare-token.ts'
import { operatorAt } from './deployment/secrets/ask-operator.ts'
import { deployOptions } from './deployment/config/deploy-options.ts'
import { deployedConfig, writeDeployedConfig } from './deployment/config/deployed-config.ts'
import { readDeploymentFile } from './deployment/config/deployment-file.ts'
import { openAccount } from './deployment/account/open-account.ts'
import { builtAt, deployProduct } from './deployment/product-deployment.ts'
import { rollBack } from './deployment/release/roll-back.ts'
import { wranglerFor } from './deployment/account/run-deploy-command.ts'
import { main, ROOT, run } from './processes/run.ts'

/** Brings a Cloudflare account from whatever it has to this build, tests it, and says how to go back. */
await main(async () => {
  const { yes, built, smokeAt, rollback } = deployOptions(process.argv.slice(2))
  const file = readDeploymentFile(ROOT)
  const account = await openAccount(process.env, await cloudflareToken(process.env), file.account_id)
  const wrangler = wranglerFor(account, ROOT, process.env)
  const build = builtAt(ROOT)
  if (Object.values(rollback).some((version) => version !== undefined)) {
    const config = deployedConfig(ROOT, file)
    const { workerFile, runnerFile } = writeDeployedConfig(ROOT, config, build.pages)
    await rollBack({
      account,
      wrangler,
      workers: {
        worker: { name: config.worker.name, configFile: workerFile },
        runner: { name: config.runner.name, configFile: runnerFile },
      },
      project: config.pages.name,
      ...rollback,
    })
    console.log('Went back. What was written since, migrations and secrets stay as they are.')
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
