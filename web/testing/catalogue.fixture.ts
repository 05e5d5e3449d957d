import type { AppletCard } from '../../worker/contract/applets/applet.ts'
import type { ServicePage } from '../../worker/contract/applets/browse.ts'
import type { Service } from '../../worker/contract/connections/service.ts'

/** For tests: the service of this name, with these fields. */
export function service(module_name = 'github', fields: Partial<Service> = {}): Service {
  const name = nameOf(module_name)
  return {
    module_name,
    name,
    short_name: name,
    description: `What ${name} is.`,
    category: 'developers',
    brand_color: '#24292f',
    brand: { background: '#24292f', tone: 'white' },
    published: true,
    is_new: false,
    connect_kind: 'oauth2',
    minimum_tier: null,
    icon: `/icons/services/${module_name}.svg`,
    icon_bw: `/icons/services/${module_name}-bw.svg`,
    monochrome_image_url: `/icons/services/${module_name}-mono.svg`,
    lrg_monochrome_image_url: `/icons/services/${module_name}-mono.svg`,
    lrg_variant_image_url: `/icons/services/${module_name}.svg`,
    ...fields,
  }
}

/** "google_sheets" → "Google Sheets". */
function nameOf(module_name: string): string {
  if (module_name === 'github') return 'GitHub'
  const words = module_name.split('_')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ')
}

/** For tests: a trigger of `service()`, with these fields. */
export function step(fields: Partial<ServicePage['steps'][number]> = {}): ServicePage['steps'][number] {
  return {
    module_name: 'github',
    kind: 'trigger',
    slug: 'new_starred_repository',
    name: 'You star a repository',
    description: 'Starts each time you star a repository.',
    phrase: null,
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
