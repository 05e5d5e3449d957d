import { APIError } from 'cloudflare'
import { hasCode, wordsOf, type CloudflareAccount } from './open-account.ts'
import type { DeployedPages } from './read-deployed.ts'

/** The site's host, if it is a domain of the operator that the project does not have. */
export function hostToConnect(siteOrigin: string, { subdomain }: DeployedPages): string | null {
  const { hostname } = new URL(siteOrigin)
  return hostname === subdomain ? null : hostname
}

/** Connects the site's domain to the pages, once, and says which DNS record is still missing. */
export async function connectDomain(
  account: CloudflareAccount,
  project: string,
  subdomain: string,
  siteOrigin: string,
  say: (line: string) => void,
) {
  const { client, account_id } = account
  const name = new URL(siteOrigin).hostname
  const { domains } = client.pages.projects
  const find = async () => (await domains.list(project, { account_id })).result.find((each) => each.name === name)
  let domain = await find()
  if (!domain) {
    try {
      await domains.create(project, { account_id, name })
    } catch (error) {
      if (!(error instanceof APIError) || !hasCode(error, 8000018)) throw badDomain(name, error)
    }
    domain = await find()
  }
  const isActive = domain?.status === 'active'
  if (!isActive)
    say(
      `The domain ${name} is ${domain?.status ?? 'not connected'}: unless Cloudflare hosts its DNS, add a record CNAME ${name} → ${subdomain}. Until then the site is at https://${subdomain}.`,
    )
  return { isActive }
}

function badDomain(name: string, error: unknown): Error {
  const words = error instanceof APIError ? wordsOf(error) : String(error)
  return new Error(`Cloudflare does not take the domain ${name} of SITE_ORIGIN: ${words}`, { cause: error })
}
