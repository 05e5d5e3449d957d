import { productAt } from '../data/demo-client.ts'
import { standInServices } from '../data/services.ts'

/** All that a client must know to use an OAuth 2 service. */
export type ServiceEndpoints = {
  module_name: string
  name: string
  brand_color: string
  issuer: string
  authorize_url: string
  token_url: string
  revoke_url: string
  api_base_url: string
  account_url: string
  scopes: string[]
  client_id: string
  client_secret: string
}

/** Depends only on the origin, so that the seed can run before the stand-in. */
export function serviceCatalog(origin: string): ServiceEndpoints[] {
  return standInServices.map((service) => {
    const issuer = `${origin}/${service.module_name}`
    return {
      module_name: service.module_name,
      name: service.name,
      brand_color: service.brand_color,
      issuer,
      authorize_url: issuer + service.paths.authorize,
      token_url: issuer + service.paths.token,
      revoke_url: issuer + service.paths.revoke,
      api_base_url: `${issuer}/api`,
      account_url: `${issuer}/api/me`,
      scopes: Object.keys(service.scopes),
      ...productAt(service.module_name),
    }
  })
}
