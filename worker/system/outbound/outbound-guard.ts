import { isIP } from 'node:net'
import type { RunnerWorkerSettings } from '../context/settings/runner-worker-settings.ts'

/** Names that resolve only inside a private network, if anywhere. */
const PRIVATE_ENDINGS =
  'localhost localdomain local internal intranet private corp home lan svc invalid onion arpa test'.split(' ')

/** Domains that name any address that is written before them, or this machine, in the public DNS. */
const DOMAINS_OF_ANY_ADDRESS =
  'nip.io sslip.io xip.io backname.io traefik.me rbndr.us localtest.me lvh.me vcap.me lacolhost.com local.gd'.split(' ')

export type OutboundSettings = Pick<RunnerWorkerSettings, 'SITE_ORIGIN' | 'TRUSTED_ORIGINS'>

/**
 * The SSRF guard for outgoing requests: why this address is refused, or null if it is allowed. The URL parser has
 * already normalized every spelling of an IP address (0x7f.1, 2130706433, ①②⑦.⓪.⓪.①). All IP addresses are refused: a
 * service has a name, and a Worker cannot pin what a name resolves to.
 */
export function whyRefused(address: string, settings: OutboundSettings): string | null {
  if (!URL.canParse(address)) return 'not an address'
  const url = new URL(address)
  if (url.username || url.password) return 'carries a user name'
  if (isTrusted(address, settings)) return null
  if (url.protocol !== 'https:') return 'not https'
  if (url.port) return 'another port'
  const host = plainHost(url)
  if (isIP(host)) return 'an address by number'
  if (!host.includes('.') || PRIVATE_ENDINGS.some((ending) => host.endsWith(`.${ending}`))) return 'a private name'
  if (DOMAINS_OF_ANY_ADDRESS.some((domain) => `.${host}`.endsWith(`.${domain}`))) return 'a name for any address'
  if (host === plainHost(new URL(settings.SITE_ORIGIN))) return 'our own site'
  return null
}

/** Whether the operator trusts this address's origin: a gateway in their own network, or a stand-in. */
export function isTrusted(address: string, { TRUSTED_ORIGINS }: OutboundSettings): boolean {
  return URL.canParse(address) && TRUSTED_ORIGINS.includes(new URL(address).origin)
}

/** Says who asks, and where their operator can be reached. */
export function userAgent({
  SITE_ORIGIN,
  SUPPORT_URL,
}: Pick<RunnerWorkerSettings, 'SITE_ORIGIN' | 'SUPPORT_URL'>): string {
  return `${new URL(SITE_ORIGIN).host} (+${SUPPORT_URL})`
}

function plainHost(url: URL): string {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  let end = host.length
  while (host[end - 1] === '.') end--
  return host.slice(0, end)
}
