import { main } from '../../processes/run.ts'
import { openAccount } from '../account/open-account.ts'
import { builtAt, deployProduct } from '../product-deployment.ts'
import { wranglerFor } from '../account/run-deploy-command.ts'

/** Deploys a small product in a process of its own, which a test can kill. The operator at its terminal says yes. */
await main(async () => {
  const [root = '', smokeAt = ''] = process.argv.slice(2)
  const account = await openAccount(process.env, process.env['CLOUDFLARE_API_TOKEN'])
  await deployProduct({
    root,
    ...builtAt(root),
    account,
    wrangler: wranglerFor(account, root, process.env),
    env: {},
    operator: { ask: async () => '', askHidden: async () => '', confirm: async () => true },
    yes: true,
    smokeAt,
    say: console.log,
  })
})
