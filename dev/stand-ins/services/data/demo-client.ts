import type { Client } from '../../oauth/provider-settings.ts'

/** The product at the demo services. Its secrets differ per service, as they would with real providers. */
export const client = {
  id: 'switchyard',
  name: 'Switchyard',
  secretFor: (service: string) => `${service}-secret`,
  /** With this key, a service tells the product to poll now. */
  serviceKeyFor: (service: string) => `${service}-service-key`,
}

/** The product as a service knows it. */
export function productAt(service: string): Client {
  return { client_id: client.id, client_secret: client.secretFor(service) }
}
