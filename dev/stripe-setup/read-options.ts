import { parseArgs } from 'node:util'

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
  const { remote, yes, site } = parse(args)
  const siteOrigin = site ?? (remote ? deployedOrigin : null)
  if (siteOrigin === null) return { remote, yes, siteOrigin }
  if (!URL.canParse(siteOrigin) || new URL(siteOrigin).origin !== siteOrigin || !siteOrigin.startsWith('https://'))
    throw new Error(`The site must be an https origin such as https://example.com, not "${siteOrigin}".`)
  if (siteOrigin.endsWith('.example'))
    throw new Error('SITE_ORIGIN is still the example. Set your own under "vars" in deployment.json, or pass --site.')
  return { remote, yes, siteOrigin }
}

function parse(args: string[]) {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({ args, options: { remote: flag, yes: flag, site: { type: 'string' } } }).values
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nUsage: ${USAGE}`, { cause: error })
  }
}
