import type { ServiceDefinition } from './service-definition.ts'

/**
 * Places an address of a service's file: complete, or a path from `base`. Everything that the operator's own address
 * stands for is there, the service's other hosts included.
 */
export function placedAddress(
  { base_url, other_hosts = [] }: Partial<Pick<ServiceDefinition, 'base_url' | 'other_hosts'>>,
  base: string,
  address: string,
): string {
  if (address === '' || address.startsWith('/')) return base + address
  const host = base === base_url ? undefined : other_hosts.find((each) => `${address}/`.startsWith(`${each}/`))
  return host === undefined ? address : base + address.slice(host.length)
}
