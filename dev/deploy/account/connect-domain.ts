import { CloudflareError, type CloudflareAccount } from './cloudflare-api.ts'
import type { DeployedPages } from './read-deployed.ts'

/** The site's host, if it is a domain of the operator that the project does not have. */
export function hostToConnect(siteOrigin: string, { subdomain }: Pick<DeployedPages, 'subdomain'>): string | null {
  const { hostname } = new URL(siteOrigin)
  return hostname === subdomain ? null : hostname
}

/** Pages gives another subdomain than the project's name where somebody else has that. */
export function originAtPages(chosen: string, project: string, subdomain: string | undefined): string {
  return subdomain && chosen === `https://${project}.pages.dev` ? `https://${subdomain}` : chosen
}

/** Who else of the account has the site's host. */
export async function findHostOwner(account: CloudflareAccount, host: string, project: string): Promise<string | null> {
  const projects = await account.list<{ name: string; domains?: string[] }>('pages/projects')
  const other = projects.find(({ name, domains }) => name !== project && domains?.includes(host))
  if (other) return `the Pages project ${other.name}`
  const workers = await account.list<{ hostname: string; service: string }>('workers/domains')
  const worker = workers.find(({ hostname }) => hostname === host)
  if (worker) return `the Worker ${worker.service}`
  const route = await findRoute(account, host)
  return route && `the route ${route.pattern}${route.script ? ` of the Worker ${route.script}` : ''}`
}

type Route = { pattern: string; script?: string }

/** A route of a Worker comes before Pages. Of zones that the token cannot read, none is known. */
async function findRoute(account: CloudflareAccount, host: string): Promise<Route | null> {
  const labels = host.split('.')
  for (let from = 0; from < labels.length - 1; from += 1) {
    for (const { id } of await account.zones(labels.slice(from).join('.'))) {
      const found = (await account.routes<Route>(id)).find(({ pattern }) => catches(pattern, host))
      if (found) return found
    }
  }
  return null
}

/** A pattern such as `*.example.com/*`, with or without a scheme; a star is any text. */
function catches(pattern: string, host: string): boolean {
  const [hosts = ''] = pattern.replace(/^https?:\/\//, '').split('/')
  return new RegExp(`^${hosts.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(host)
}

/** Connects the site's domain to the pages, for which wrangler has no command. Returns whether the site answers there. */
export async function connectDomain(
  account: CloudflareAccount,
  project: string,
  { subdomain, domains }: Pick<DeployedPages, 'subdomain' | 'domains'>,
  name: string,
  say: (line: string) => void,
): Promise<boolean> {
  const known = domains.find((each) => each.name === name)
  const { status } =
    known ??
    (await account.post<{ status: string }>(`pages/projects/${project}/domains`, { name }).catch((error: unknown) => {
      // A lost answer was asked for again.
      if (error instanceof CloudflareError && error.codes.includes(8000018)) return { status: 'pending' }
      throw new Error(`Cloudflare does not take the domain ${name} of SITE_ORIGIN: ${String(error)}`, { cause: error })
    }))
  if (status !== 'active')
    say(
      `The domain ${name} is ${status}: unless Cloudflare hosts its DNS, add a record CNAME ${name} → ${subdomain}. Until then the site is at https://${subdomain}.`,
    )
  return status === 'active'
}
