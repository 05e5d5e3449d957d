import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { TOKEN, startCloudflare, type CloudflareOptions } from '../cloudflare/start-cloudflare.ts'
import { serveDeployed } from '../cloudflare/serve-deployed.ts'
import type { Operator } from './secrets/ask-operator.ts'
import { openAccount } from './account/open-account.ts'
import { deployProduct } from './product-deployment.ts'
import { wranglerFor } from './account/run-deploy-command.ts'
import { smallProduct } from './testing/small-product.ts'
import { made } from './testing/test-secrets.ts'

type Run = { env?: Record<string, string>; operator?: Operator | null; yes?: boolean }

/** An empty account at the stand-in, a small product, and what is served of it. */
export async function deploymentStage({
  project = 'switchyard',
  ...options
}: CloudflareOptions & { project?: string } = {}) {
  const cloudflare = await startCloudflare(options)
  const site = await serveDeployed(cloudflare.account, { worker: 'switchyard-api', project })
  const product = smallProduct()
  onTestFinished(async () => {
    await site.close()
    await cloudflare.close()
    rmSync(product.root, { recursive: true, force: true })
  })
  const access = { CLOUDFLARE_API_BASE_URL: cloudflare.base, CLOUDFLARE_API_TOKEN: TOKEN }
  const processEnv = { ...process.env, ...access, WRANGLER_LOG_PATH: `${product.root}/logs` }
  return {
    cloudflare,
    site,
    product,
    processEnv,
    /** Deploys with secrets in the environment, as CI does, unless told otherwise. Returns what was said. */
    async deploy({
      env = { ...made, SITE_ORIGIN: 'https://switchyard.pages.dev' },
      operator = null,
      yes = true,
    }: Run = {}) {
      const said: string[] = []
      const account = await openAccount(processEnv, TOKEN)
      await deployProduct({
        ...product,
        account,
        wrangler: wranglerFor(account, product.root, processEnv),
        env,
        operator,
        yes,
        smokeAt: site.origin,
        say: (line) => said.push(line),
      })
      return said.join('\n')
    },
  }
}
