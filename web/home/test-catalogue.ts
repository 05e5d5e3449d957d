import type { AppletCard } from '../../worker/contract/applets.ts'
import type { Service, ServiceStep } from '../../worker/contract/connections.ts'

/** For tests: a service with these fields. */
export function service(fields: Partial<Service> = {}): Service {
  return {
    module_name: 'octoforge',
    name: 'Octoforge',
    short_name: 'Octoforge',
    description: 'Where your code lives.',
    brand_color: '#24292f',
    brand: { background: '#24292f', tone: 'white' },
    published: true,
    connect_kind: 'oauth2',
    minimum_tier: null,
    icon: '/icons/services/octoforge.svg',
    icon_bw: '/icons/services/octoforge-bw.svg',
    monochrome_image_url: '/icons/services/octoforge-mono.svg',
    lrg_monochrome_image_url: '/icons/services/octoforge-mono.svg',
    lrg_variant_image_url: '/icons/services/octoforge.svg',
    ...fields,
  }
}

/** For tests: a trigger of `service()`, or what the fields make of it. */
export function step(fields: Partial<ServiceStep> = {}): ServiceStep {
  return {
    module_name: 'octoforge',
    kind: 'trigger',
    slug: 'new_star',
    name: 'You star a repository',
    description: 'Starts each time you star a repository.',
    ...fields,
  }
}

/** For tests: an Applet's card with these fields. */
export function card(fields: Partial<AppletCard> = {}): AppletCard {
  return {
    id: 1,
    friendly_id: 'star-to-sheet',
    name: 'Keep a spreadsheet of every repository you star',
    brand_color: '#24292f',
    brand: { background: '#24292f', tone: 'white' },
    config_type: 'static',
    author: 'mira-lind',
    enabled_count: 48_210,
    services: [service()],
    ...fields,
  }
}
