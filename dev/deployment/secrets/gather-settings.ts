import type { Operator } from './ask-operator.ts'
import type { DeployedConfig } from '../config/deployed-config.ts'
import { DEPLOYMENT_FILE } from '../config/deployment-file.ts'
import { SECRETS_FILE } from './made-secrets.ts'
import { settingsProblems, WORKER_SECRETS } from './worker-secrets.ts'

type Given = {
  config: DeployedConfig
  env: Record<string, string | undefined>
  /** Made by an earlier run. */
  madeBefore: Record<string, string>
  /** Names of those that the Worker has. */
  kept: ReadonlySet<string>
  /** Null where nobody answers. */
  operator: Operator | null
  say: (line: string) => void
}

/** What this run gives the Worker. `made`: the secrets among them that nobody has seen yet. */
type Gathered = {
  siteOrigin: string
  secrets: Record<string, string>
  made: Record<string, string>
  problems: string[]
}

/**
 * Takes each missing secret from the environment, makes it, or asks for it. What the Worker has is left alone, whatever
 * the environment says. `problems` names all that is missing or wrong at once.
 */
export async function gatherSettings({ config, env, madeBefore, kept, operator, say }: Given): Promise<Gathered> {
  const vars = config.worker.vars ?? {}
  const siteOrigin = await gatherOrigin(String(env['SITE_ORIGIN'] || vars['SITE_ORIGIN']), config.pages.name, operator)
  const settings = { ...vars, SITE_ORIGIN: siteOrigin }
  const secrets: Record<string, string> = {}
  const made: Record<string, string> = {}
  const missing: string[] = []
  for (const { name, about, make, isNeeded } of WORKER_SECRETS) {
    if (kept.has(name)) {
      if (env[name])
        say(`${name}: the Worker has one, which is kept. To replace it: npm run wrangler -- secret put ${name}`)
      continue
    }
    const known = env[name] || madeBefore[name]
    if (known) secrets[name] = known
    else if (!isNeeded(settings)) continue
    else if (operator && make) made[name] = make()
    else if (operator) secrets[name] = await operator.askHidden(`${name} (${about}): `)
    else
      missing.push(
        `${name}: is missing (${about}). Set it in the environment${make ? `, or run once at a terminal, which makes it` : ''}.`,
      )
  }
  const all = { ...secrets, ...made }
  const named = new Set(missing.map((line) => line.split(':')[0]))
  const wrong = settingsProblems(settings, all, kept).filter((problem) => !named.has(problem.split(':')[0]))
  return { siteOrigin, secrets: all, made, problems: [...originProblems(siteOrigin), ...missing, ...wrong] }
}

/** Where generated secrets are, for the operator. */
export function describeMade(made: Record<string, string>): string[] {
  const names = Object.keys(made)
  if (names.length === 0) return []
  return [
    `Made ${names.join(', ')}. They are in the Worker, which never shows them, and in ${SECRETS_FILE}, which only you can read and git ignores.`,
    `Put that file into your password manager and delete it: without TOKEN_KEYS, no stored token can be read again.`,
  ]
}

async function gatherOrigin(known: string, project: string, operator: Operator | null): Promise<string> {
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

function isExample(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).hostname.endsWith('.example')
}
