import type { ConnectedAccount, Service } from '../../worker/contract/connections.ts'

/** For tests: a service with these fields. */
export function service(fields: Partial<Service> = {}): Service {
  return {
    module_name: 'octoforge',
    name: 'Octoforge',
    short_name: 'Octoforge',
    description: 'Code hosting',
    brand_color: '#24292f',
    brand: { background: '#24292f', tone: 'white' },
    published: true,
    connect_kind: 'oauth2',
    minimum_tier: null,
    icon: '/icons/services/octoforge.svg',
    icon_bw: '/icons/services/octoforge.svg',
    monochrome_image_url: '/icons/services/octoforge.svg',
    lrg_monochrome_image_url: '/icons/services/octoforge.svg',
    lrg_variant_image_url: '/icons/services/octoforge.svg',
    ...fields,
  }
}

/** For tests: a connected account with these fields. */
export function account(fields: Partial<ConnectedAccount> = {}): ConnectedAccount {
  return {
    id: 'con_1',
    service: service(),
    account_name: 'ada@octoforge.test',
    status: 'connected',
    connected_at: Date.UTC(2026, 10, 3),
    used_by: [],
    ...fields,
  }
}
