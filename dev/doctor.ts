import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deployedConfig } from './deploy/config/deployed-config.ts'
import { readDeploymentFile } from './deploy/config/deployment-file.ts'
import { sharedWithOthers } from './deploy/config/shared-with-others.ts'
import { openAccount } from './deploy/account/cloudflare-api.ts'
import { examineDeployment } from './deploy/doctor/examine-deployment.ts'
import { examineLanguageModel } from './deploy/doctor/examine-language-model.ts'
import { examineFiles, examineMachine } from './deploy/doctor/examine-machine.ts'
import { examineStripe } from './deploy/doctor/examine-stripe.ts'
import { describeFindings, note, open, type Finding } from './deploy/doctor/finding.ts'
import { inEnvironment } from './processes/environment.ts'
import { PLACE, readArguments, readPlace } from './processes/read-arguments.ts'
import { main, ROOT } from './processes/run.ts'
import { devVars, withDevVars } from './settings/dev-vars.ts'
import { LOCAL_SETTINGS } from './settings/local-settings.ts'
import { sendTestMail } from './deploy/doctor/send-test-mail.ts'
import { liveKeyProblems } from './deploy/secrets/gather-settings.ts'
import { openStripeAccount } from './stripe-setup/stripe-account.ts'

/** Says what is not set up: on this machine, and with --remote at Cloudflare and Stripe. Fails if anything is open. */
await main(async () => {
  const options = { ...PLACE, mail: { type: 'boolean', default: false } } as const
  const { values } = readArguments('npm run doctor -- [--remote [--env staging] [--mail]]', { options })
  const { remote, environment } = readPlace(values)
  const file = readDeploymentFile(ROOT, environment)
  const config = deployedConfig(ROOT, file)
  const vars = config.worker.vars ?? {}
  const ids = [
    ...(config.worker.d1_databases ?? []).map(({ binding, database_id: id }) => ({ binding, id })),
    ...(config.worker.kv_namespaces ?? []).map(({ binding, id }) => ({ binding, id })),
  ]
  const pinned = readJson<{ devDependencies: Record<string, string> }>('package.json').devDependencies
  const findings: Finding[] = [
    ...examineMachine({
      nodeVersion: process.version,
      wantedNode: readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim(),
      installed: Object.fromEntries(Object.keys(pinned).flatMap((name) => installedVersion(name) ?? [])),
      pinned,
      localVars: withDevVars(LOCAL_SETTINGS, devVars()),
    }),
    ...examineFiles(vars, ids),
    ...examineLanguageModel(config.worker),
  ]
  findings.push(
    ...liveKeyProblems(environment, { ...vars, ...process.env }).map((what) => open(what, 'use keys of test mode')),
    ...sharedWithOthers(ROOT, file, String(vars['SITE_ORIGIN'])).map((what) => open(what, 'edit deployment.json')),
  )
  if (remote) {
    const account = await openAccount(process.env, file.account_id)
    findings.push(...(await examineDeployment(ROOT, account, config)))
    if (values.mail) findings.push(await sendTestMail(account, config))
    findings.push(
      ...(process.env['STRIPE_SECRET_KEY']
        ? await examineStripe(openStripeAccount(process.env).stripe, String(vars['SITE_ORIGIN']))
        : [note("Give STRIPE_SECRET_KEY in the environment to have Stripe's endpoint looked at too.")]),
    )
  } else findings.push(note('With --remote, the account at Cloudflare is looked at too.'))
  console.log(inEnvironment(environment, describeFindings(findings)))
  process.exitCode = findings.some(({ state }) => state === 'open') ? 1 : 0
})

/** Its name and version, if it is there. */
function installedVersion(name: string): [[string, string]] | null {
  const file = `node_modules/${name}/package.json`
  return existsSync(join(ROOT, file)) ? [[name, readJson<{ version: string }>(file).version]] : null
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Content
}
