import type { Client } from '../../oauth/provider-settings.ts'

/** The product's id at all services. */
export const CLIENT_ID = 'switchyard'

/** The product as a service knows it. Its secrets differ per service, as they would with real providers. */
export function productAt(service: string): Client {
  return { client_id: CLIENT_ID, client_secret: `${service}-secret` }
}
