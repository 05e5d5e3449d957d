import { serverField } from './connect-values.ts'
import { baseUrl, type ServiceDefinition } from './service-definition.ts'

/**
 * Places an address of a service's file: complete, or a path from `base`. Everything that the operator's own address
 * stands for is there, the service's other hosts included. Never so at a user's own server.
 */
export function placedAddress(
  service: Partial<Pick<ServiceDefinition, 'hosts' | 'code' | 'connect'>>,
  base: string,
  address: string,
): string {
  if (address === '' || address.startsWith('/')) return base + address
  const { hosts = [] } = service
  const isMoved = base !== baseUrl({ ...service, hosts }) && serverField(service) === null
  const host = isMoved ? hosts.find((each) => `${address}/`.startsWith(`https://${each}/`)) : undefined
  return host === undefined ? address : base + address.slice(`https://${host}`.length)
}
