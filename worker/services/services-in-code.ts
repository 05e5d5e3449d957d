import type { ServiceDefinition } from './format/service-definition.ts'
import { beacon } from './beacon/service.ts'
import { button } from './button/service.ts'
import { chirp } from './chirp/service.ts'
import { digestly } from './digestly/service.ts'
import { email } from './email/service.ts'
import { feeds } from './feeds/service.ts'
import { homebase } from './homebase/service.ts'
import { lumen } from './lumen/service.ts'
import { notifications } from './notifications/service.ts'
import { octoforge } from './octoforge/service.ts'
import { parley } from './parley/service.ts'
import { pixbin } from './pixbin/service.ts'
import { schedule } from './schedule/service.ts'
import { sheetly } from './sheetly/service.ts'
import { skycast } from './skycast/service.ts'
import { store } from './store/service.ts'
import { stride } from './stride/service.ts'
import { taskpile } from './taskpile/service.ts'
import { tunebox } from './tunebox/service.ts'
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
  skycast,
  octoforge,
  sheetly,
  chirp,
  parley,
  lumen,
  homebase,
  tunebox,
  pixbin,
  taskpile,
  stride,
  digestly,
  beacon,
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
