import { doubleAddresses } from '../doubles/double-routes.ts'
import { keyService, weatherService } from './data/services.ts'
import type { ServiceEndpoints } from './oauth/service-endpoints.ts'

/** Where the stand-in's services are, by module name: the Worker's setting SERVICE_ADDRESSES. */
export function serviceAddresses(catalog: readonly ServiceEndpoints[]): Record<string, string> {
  const addresses = Object.fromEntries(catalog.map(({ module_name, issuer }) => [module_name, issuer]))
  const [neighbor] = catalog
  if (!neighbor) return addresses
  // Services without OAuth are not in that catalog, so their addresses follow another's.
  const others = [keyService, weatherService].map(({ module_name }) => [
    module_name,
    neighbor.issuer.replace(neighbor.module_name, module_name),
  ])
  return { ...addresses, ...Object.fromEntries(others), ...doubleAddresses(new URL(neighbor.issuer).origin) }
}
