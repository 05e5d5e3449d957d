import { join } from 'node:path'
import { deployedConfig, deployedConfigFile } from './deploy/config/deployed-config.ts'
import { readDeploymentFile } from './deploy/config/deployment-file.ts'
import { localDatabases } from './start/local-site/local-database.ts'
import { migrate } from './start/local-site/migrate-local-d1.ts'
import { liveKeyProblems } from './deploy/secrets/gather-settings.ts'
import { inEnvironment, type Environment } from './processes/environment.ts'
import { main, ROOT } from './processes/run.ts'
import { devVars } from './settings/dev-vars.ts'
import { PORT } from './settings/ports.ts'
import { localAccess, remoteFlags, wranglerAccess } from './deploy/config/database-access.ts'
import { describeResult } from './stripe-setup/describe-result.ts'
import { pricesForSale } from './stripe-setup/products/for-sale.ts'
import { readOptions } from './stripe-setup/read-options.ts'
import { deployedSecrets, fileSecrets } from './stripe-setup/endpoint/secret-store.ts'
import { setUpStripe, type SetUp } from './stripe-setup/set-up-stripe.ts'
import { openStripeAccount } from './stripe-setup/stripe-account.ts'

/** Sets up a Stripe account, and the table `prices` of this machine or, with --remote, of the deployed product. */
await main(async () => {
  const varsOf = (of: Environment) => deployedConfig(ROOT, readDeploymentFile(ROOT, of)).worker.vars ?? {}
  const options = readOptions(process.argv.slice(2), (of) => String(varsOf(of)['SITE_ORIGIN']))
  const { environment } = options
  const deployed = varsOf(environment)
  const vars = { ...devVars(), ...process.env }
  const [refusal] = liveKeyProblems(environment, vars)
  if (refusal !== undefined) throw new Error(refusal)
  const common = {
    ...openStripeAccount(vars),
    prices: pricesForSale,
    siteOrigin: options.siteOrigin,
    campaignCode: String((options.remote ? deployed['CAMPAIGN_CODE'] : vars['CAMPAIGN_CODE']) ?? ''),
    confirmed: options.yes,
  }
  const result = options.remote
    ? await setUpStripe({
        ...common,
        database: wranglerAccess(remoteFlags(environment)),
        secrets: deployedSecrets(deployedConfigFile(ROOT, environment), process.env['STRIPE_WEBHOOK_SECRETS']),
      })
    : await setUpLocally(common)
  if (options.remote && !deployed['STRIPE_PUBLISHABLE_KEY'])
    result.note(
      'The Worker needs the keys: STRIPE_PUBLISHABLE_KEY under "vars" in deployment.json, and STRIPE_SECRET_KEY, for which `npm run deploy` asks.',
    )
  console.log(inEnvironment(environment, describeResult(result)))
})

async function setUpLocally(common: Omit<SetUp, 'database' | 'secrets'>) {
  await using databases = await localDatabases()
  const { DB } = databases
  await migrate(DB)
  const result = await setUpStripe({
    ...common,
    database: localAccess(DB),
    secrets: fileSecrets(join(ROOT, '.dev.vars')),
  })
  if (common.siteOrigin === null)
    result.note(
      `Stripe cannot reach localhost: bring its events with \`stripe listen --forward-to localhost:${PORT}/webhooks/stripe\`, and put its secret into .dev.vars as STRIPE_WEBHOOK_SECRETS. With a tunnel: --site https://…`,
    )
  const own = devVars()
  if (!own['STRIPE_SECRET_KEY'] || !own['STRIPE_PUBLISHABLE_KEY'])
    result.note('`npm start` uses this account once STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are in .dev.vars.')
  return result
}
