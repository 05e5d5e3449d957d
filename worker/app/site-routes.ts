import { Hono } from 'hono/tiny'
import type { SiteSettings } from '../contract/site.ts'
import type { Settings } from '../system/context/env.ts'
import type { HonoEnv } from '../system/context/hono-env.ts'
import { csrfToken } from '../system/http/csrf.ts'

export const siteRoutes = new Hono<HonoEnv>()
  .get('/csrf_token', async (c) => c.json({ csrf_token: await csrfToken(c) }))
  .get('/settings', (c) => {
    const {
      PRODUCT_NAME,
      SITE_ORIGIN,
      SUPPORT_URL,
      AUTO_CONNECT,
      SCRIPT_HOSTS,
      OIDC_NAME,
      AI_PROVIDER,
      AI_BASE_URL,
      APP_STORE_URL,
      PLAY_STORE_URL,
      DEBUG,
    } = c.get('ctx').settings
    const settings: SiteSettings = {
      product_name: PRODUCT_NAME,
      site_origin: SITE_ORIGIN,
      support_url: SUPPORT_URL,
      auto_connect: AUTO_CONNECT,
      ...(SCRIPT_HOSTS.length > 0 && { script_hosts: SCRIPT_HOSTS }),
      ...(OIDC_NAME && { sign_in_with: OIDC_NAME }),
      ...sentencesReadBy(AI_PROVIDER, AI_BASE_URL),
      app_store_url: APP_STORE_URL,
      play_store_url: PLAY_STORE_URL,
      ...(DEBUG && { debug: true }),
    }
    return c.json(settings)
  })

/** The company or the server whose language model reads sentences. */
function sentencesReadBy(provider: Settings['AI_PROVIDER'], server: string): Pick<SiteSettings, 'sentences_read_by'> {
  switch (provider) {
    case 'off':
      return {}
    case 'workers-ai':
      return { sentences_read_by: 'Cloudflare' }
    case 'openai':
      return { sentences_read_by: new URL(server).host }
  }
}
