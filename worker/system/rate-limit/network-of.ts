import { isIP } from 'node:net'

const IN_IPV6 = /^::ffff:(?=\d+\.)/i
/** Groups of an IPv6 address, and of its network. */
const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/** The caller behind an address: an IPv4 address, or an IPv6 /64, which is what one connection gets. */
export function networkOf(ip: string): string {
  const address = ip.replace(IN_IPV6, '')
  if (isIP(address) === 4) return address
  // A URL has the shortest spelling of each address, in which "::" stands for groups of zeros.
  const host = isIP(address) === 6 && URL.parse(`http://[${address}]`)?.hostname
  if (!host) return 'unknown'
  const [before = [], after = []] = host
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK).join(':')
}
