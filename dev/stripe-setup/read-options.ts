import { readArguments, REMOTE } from '../processes/read-arguments.ts'

type Options = {
  /** Whether the deployed D1 and Worker are set up, instead of those of this machine. */
  remote: boolean
  yes: boolean
  /** The site's public origin; null where Stripe cannot reach it. */
  siteOrigin: string | null
}

const USAGE = 'npm run stripe:setup -- [--remote] [--site https://your-site.example] [--yes]'

/** `deployedOrigin`: SITE_ORIGIN of the deployment. Throws how the command is used. */
export function readOptions(args: string[], deployedOrigin: string): Options {
  const options = { ...REMOTE, yes: { type: 'boolean', default: false }, site: { type: 'string' } } as const
  const { remote, yes, site } = readArguments(USAGE, { args, options }).values
  const siteOrigin = site ?? (remote ? deployedOrigin : null)
  if (siteOrigin === null) return { remote, yes, siteOrigin }
  if (!URL.canParse(siteOrigin) || new URL(siteOrigin).origin !== siteOrigin || !siteOrigin.startsWith('https://'))
    throw new Error(`The site must be an https origin such as https://example.com, not "${siteOrigin}".`)
  if (siteOrigin.endsWith('.example'))
    throw new Error('SITE_ORIGIN is still the example. Set your own under "vars" in deployment.json, or pass --site.')
  return { remote, yes, siteOrigin }
}
