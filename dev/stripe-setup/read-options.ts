import { isExample } from '../deploy/config/example-settings.ts'
import type { Environment } from '../processes/environment.ts'
import { PLACE, readArguments, readPlace } from '../processes/read-arguments.ts'

type Options = {
  /** Whether the deployed D1 and Worker are set up, instead of those of this machine. */
  remote: boolean
  environment: Environment
  yes: boolean
  /** The site's public origin; null where Stripe cannot reach it. */
  siteOrigin: string | null
}

const USAGE = 'npm run stripe:setup -- [--remote] [--env staging] [--site https://your-site.example] [--yes]'

/** `originOf`: SITE_ORIGIN of what is deployed to an environment. Throws how the command is used. */
export function readOptions(args: string[], originOf: (environment: Environment) => string): Options {
  const options = { ...PLACE, yes: { type: 'boolean', default: false }, site: { type: 'string' } } as const
  const { values } = readArguments(USAGE, { args, options })
  const { yes, site } = values
  const place = readPlace(values)
  const siteOrigin = site ?? (place.remote ? originOf(place.environment) : null)
  if (siteOrigin === null) return { ...place, yes, siteOrigin }
  if (!URL.canParse(siteOrigin) || new URL(siteOrigin).origin !== siteOrigin || !siteOrigin.startsWith('https://'))
    throw new Error(`The site must be an https origin such as https://example.com, not "${siteOrigin}".`)
  if (isExample(siteOrigin))
    throw new Error('SITE_ORIGIN is still the example. Set your own under "vars" in deployment.json, or pass --site.')
  return { ...place, yes, siteOrigin }
}
