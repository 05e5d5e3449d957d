import type { SiteSettings } from '../../worker/contract/site.ts'

/** The settings that a site publishes, as tests of pages have them. */
export const SITE: SiteSettings = {
  product_name: 'Switchyard',
  site_origin: 'https://site.test',
  support_url: 'https://help.test',
  auto_connect: false,
  app_store_url: 'https://apps.test/ios',
  play_store_url: 'https://apps.test/android',
}
