import { readSettings } from '../../../worker/system/context/env.ts'
import { isExample } from '../config/example-settings.ts'
import { note, ok, open, type Finding } from './finding.ts'

type Machine = {
  /** As Node names it, such as v24.21.0. */
  nodeVersion: string
  /** The version of .nvmrc. */
  wantedNode: string
  installed: Record<string, string>
  /** Exact versions of package.json. */
  pinned: Record<string, string>
  localVars: Record<string, string>
}

const TOOLS = ['wrangler', 'miniflare', 'vite', 'vitest'] as const

/** This machine: tools and the settings of `npm start`. */
export function examineMachine({ nodeVersion, wantedNode, installed, pinned, localVars }: Machine): Finding[] {
  const tools = TOOLS.map((name) =>
    installed[name] === pinned[name]
      ? ok(`${name} ${installed[name]}`)
      : open(`${name} ${installed[name] ?? 'is missing'}, but package.json has ${pinned[name]}`, 'npm ci'),
  )
  const node =
    nodeVersion === `v${wantedNode}`
      ? ok(`Node ${nodeVersion}`)
      : open(`Node ${nodeVersion}, not v${wantedNode}`, 'npm ci')
  return [node, ...tools, ...localSettings(localVars)]
}

function localSettings(vars: Record<string, string>): Finding[] {
  const { problems } = readSettings({ ...vars, SITE_ORIGIN: 'http://localhost:8788' })
  if (problems.length === 0) return [ok("this machine's settings (.dev.vars)")]
  return problems.map((problem) => open(`this machine's settings: ${problem}`, 'edit .dev.vars'))
}

/** Examines the deployed product by its files, without asking Cloudflare. */
export function examineFiles(
  vars: Record<string, unknown>,
  ids: readonly { binding: string; id: string | undefined }[],
): Finding[] {
  const examples = ['SITE_ORIGIN', 'SUPPORT_URL', 'MAIL_FROM'].filter((name) => isExample(vars[name]))
  const missing = ids.filter(({ id }) => id === undefined).map(({ binding }) => binding)
  return [
    ...examples.map((name) => open(`${name} is still the example`, `set "${name}" under "vars" in deployment.json`)),
    missing.length > 0
      ? open(`no id is known for ${missing.join(', ')}`, 'npm run deploy')
      : ok('ids of all resources'),
    vars['STRIPE_PUBLISHABLE_KEY']
      ? ok('STRIPE_PUBLISHABLE_KEY')
      : note('Without STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY, nothing is sold.'),
  ]
}
