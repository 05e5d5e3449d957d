import { openAccount } from './deploy/account/cloudflare-api.ts'
import { deployedConfig } from './deploy/config/deployed-config.ts'
import { readDeploymentFile } from './deploy/config/deployment-file.ts'
import { deployProduct } from './deploy/deploy-product.ts'
import { terminalAt } from './processes/terminal.ts'
import { readEnvironment } from './processes/environment.ts'
import { readArguments } from './processes/read-arguments.ts'
import { main, ROOT, run } from './processes/run.ts'

const USAGE = 'npm run deploy -- [--env staging] [--yes] [--take NAME] [--smoke-at https://…] [--rollback-pages ID]'

/** Brings a Cloudflare account from whatever it has to this build, tests it, and says how to go back. */
await main(async () => {
  const { values } = readArguments(USAGE, {
    options: {
      env: { type: 'string' },
      yes: { type: 'boolean', default: false },
      // What the account has under our names, and is not ours.
      take: { type: 'string', multiple: true },
      // Deploys what is built already.
      built: { type: 'boolean', default: false },
      'smoke-at': { type: 'string' },
      'rollback-pages': { type: 'string' },
    },
  })
  const environment = readEnvironment(values.env)
  const file = readDeploymentFile(ROOT, environment)
  const account = await openAccount(process.env, file.account_id)
  const pages = values['rollback-pages']
  if (pages !== undefined) {
    // Wrangler has no command for it.
    await account.post(`pages/projects/${deployedConfig(ROOT, file).pages.name}/deployments/${pages}/rollback`)
    console.log('The pages went back.')
    return
  }
  if (!values.built) await run(process.execPath, ['dev/build.ts'])
  const terminal = terminalAt()
  const operator = terminal.canAsk && !process.env.CI ? terminal : null
  const smokeAt = values['smoke-at']
  const { yes, take = [] } = values
  const { env } = process
  await deployProduct({ root: ROOT, environment, account, env, operator, yes, take, smokeAt, say: console.log })
})
