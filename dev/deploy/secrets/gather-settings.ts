import type { Terminal } from '../../processes/terminal.ts'
import type { Deployed } from '../account/read-deployed.ts'
import type { DeployedConfig } from '../config/deployed-config.ts'
import type { Environment } from '../../processes/environment.ts'
import { isExample } from '../config/example-settings.ts'
import { DEPLOYMENT_FILE } from '../config/deployment-file.ts'
import { SECRETS_FILE } from './made-secrets.ts'
import { isOfRunner, settingsProblems, WORKER_SECRETS } from './worker-secrets.ts'

type Given = {
  config: DeployedConfig
  env: Record<string, string | undefined>
  /** Made by an earlier run. */
  madeBefore: Record<string, string>
  /** Names of those that each Worker has. */
  kept: Kept
  /** Null where nobody answers. */
  operator: Pick<Terminal, 'ask'> | null
  say: (line: string) => void
}

type Kept = Record<'api' | 'runner', ReadonlySet<string>>
type SecretsOfWorkers = Record<'api' | 'runner', Record<string, string>>

/** The settings that this run gives the Workers. `made`: the secrets among them that nobody has seen yet. */
type Gathered = {
  siteOrigin: string
  secrets: SecretsOfWorkers
  made: Record<string, string>
  problems: string[]
}

/**
 * Takes each missing secret from the environment, makes it, or asks for it. Secrets that a Worker has are left alone,
 * whatever the environment says. A secret that only one of them has is never made: the other needs the same. `problems`
 * names all that is missing or wrong at once.
 */
export async function gatherSettings({ config, env, madeBefore, kept, operator, say }: Given): Promise<Gathered> {
  const vars = config.worker.vars ?? {}
  const siteOrigin = await gatherOrigin(String(env['SITE_ORIGIN'] || vars['SITE_ORIGIN']), config.pages.name, operator)
  const settings = { ...vars, SITE_ORIGIN: siteOrigin }
  const secrets: SecretsOfWorkers = { api: {}, runner: {} }
  const made: Record<string, string> = {}
  const missing: string[] = []
  for (const { name, about, make, isNeeded } of WORKER_SECRETS) {
    // One that the operator has put under "vars": a secret of the same name would be in its way.
    if (vars[name] && !isNeeded(settings)) continue
    const lacking = workersOf(name).filter((worker) => !kept[worker].has(name))
    if (lacking.length === 0) {
      if (env[name]) say(`${name}: the Worker has one, which is kept. To replace it: ${replacing(name)}`)
      continue
    }
    const isShared = lacking.length < workersOf(name).length
    const known = env[name] || madeBefore[name]
    const give = (value: string) => lacking.forEach((worker) => (secrets[worker][name] = value))
    if (known) give(known)
    else if (!isShared && !isNeeded(settings)) continue
    else if (operator && make && !isShared) give((made[name] = make()))
    else if (operator) give(await operator.ask(`${name} (${isShared ? SAME : about}): `, { hidden: true }))
    else if (isShared) missing.push(`${name}: is missing in one of the Workers (${SAME}). Set it in the environment.`)
    else
      missing.push(
        `${name}: is missing (${about}). Set it in the environment${make ? `, or run once at a terminal, which makes it` : ''}.`,
      )
  }
  const named = new Set(missing.map((line) => line.split(':')[0]))
  const all = new Set([...kept.api, ...kept.runner])
  const wrong = settingsProblems(settings, { ...secrets.runner, ...secrets.api }, all).filter(
    (problem) => !named.has(problem.split(':')[0]),
  )
  const live = liveKeyProblems(config.environment, { ...settings, ...secrets.api })
  return { siteOrigin, secrets, made, problems: [...originProblems(siteOrigin), ...missing, ...wrong, ...live] }
}

/** Only production takes real money. A kept secret key is not seen, but has to have the mode of the publishable one. */
export function liveKeyProblems(environment: Environment, settings: Record<string, unknown>): string[] {
  if (environment === 'production') return []
  return ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY']
    .filter((name) => /^[a-z]k_live_/.test(String(settings[name])))
    .map((name) => `${name}: is a live key, but ${environment} sells in Stripe's test mode only.`)
}

/** Cloudflare never shows a secret, so what one Worker has cannot be copied to the other. */
const SAME = 'the value that the other Worker has, which Cloudflare never shows'

/** How to put a secret into each Worker that reads it. */
function replacing(secret: string): string {
  const put = (runner: string) => `npm run wrangler -- ${runner}secret put ${secret}`
  return isOfRunner(secret) ? `${put('')}, then ${put('runner ')}` : put('')
}

export function workersOf(secret: string): ('api' | 'runner')[] {
  return isOfRunner(secret) ? ['api', 'runner'] : ['api']
}

/** Names of the secrets that the deployed Workers have. */
export function keptSecrets({ worker, runner }: Pick<Deployed, 'worker' | 'runner'>): Kept {
  const none = new Set<string>()
  return { api: worker?.secrets ?? none, runner: runner?.secrets ?? none }
}

/** Where generated secrets are, for the operator. */
export function describeMade(made: Record<string, string>): string[] {
  const names = Object.keys(made)
  if (names.length === 0) return []
  return [
    `Made ${names.join(', ')}. They are in the Workers, which never show them, and in ${SECRETS_FILE}, which only you can read and git ignores.`,
    `Put that file into your password manager and delete it: without TOKEN_KEYS, no stored token can be read again.`,
  ]
}

async function gatherOrigin(known: string, project: string, operator: Pick<Terminal, 'ask'> | null): Promise<string> {
  if (!isExample(known) || !operator) return known
  const own = `https://${project}.pages.dev`
  return (await operator.ask(`The site's address, such as https://example.com (empty: ${own}): `)) || own
}

function originProblems(origin: string): string[] {
  if (isExample(origin))
    return [`SITE_ORIGIN: is still the example. Set it under "vars" in ${DEPLOYMENT_FILE}, or in the environment.`]
  return URL.canParse(origin) && new URL(origin).origin === origin && origin.startsWith('https://')
    ? []
    : [`SITE_ORIGIN: must be an https origin such as https://example.com, not "${origin}"`]
}
