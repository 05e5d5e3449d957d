import ipaddr from 'ipaddr.js'

/** The caller behind an address: an IPv4 address, or an IPv6 /64, which is what one connection gets. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : address.toNormalizedString().split(':').slice(0, 4).join(':')
}
