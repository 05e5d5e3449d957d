import { takeEnvironment } from '../processes/environment.ts'
import { main } from '../processes/run.ts'
import { openAccount } from './account/cloudflare-api.ts'
import { deployProduct } from './deploy-product.ts'

/** Deploys in a process of its own, which a test can kill. The operator at its terminal says yes. */
await main(async () => {
  const { environment, rest } = takeEnvironment(process.argv.slice(2))
  const [root = '', smokeAt = ''] = rest
  const account = await openAccount(process.env)
  const operator = { ask: async () => 'yes' }
  await deployProduct({ root, environment, account, env: process.env, operator, yes: false, smokeAt, say: console.log })
})
