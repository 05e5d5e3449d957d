import type { ServiceDefinition } from './format/service-definition.ts'
import { button } from './button/service.ts'
import { email } from './email/service.ts'
import { feeds } from './feeds/service.ts'
import { notifications } from './notifications/service.ts'
import { schedule } from './schedule/service.ts'
import { store } from './store/service.ts'
import { siteWatch } from './site_watch/service.ts'
import { weather } from './weather/service.ts'
import { webhooks } from './webhooks/service.ts'
import { github } from './github/service.ts'
import { bluesky } from './bluesky/service.ts'
import { mastodon } from './mastodon/service.ts'
import { home_assistant } from './home_assistant/service.ts'
import { googleSheets } from './google_sheets/service.ts'
import { notion } from './notion/service.ts'
import { telegram } from './telegram/service.ts'

/**
 * The services that have code of ours, in the order of the catalog; `service-registry.ts` has those of services/ too.
 */
export const servicesInCode: readonly ServiceDefinition[] = [
  webhooks,
  schedule,
  feeds,
  notifications,
  email,
  weather,
  siteWatch,
  store,
  button,
  github,
  bluesky,
  mastodon,
  home_assistant,
  telegram,
  googleSheets,
  notion,
]
