import { ApiRefusal, unwrap } from '../api/api-fetch.ts'
import { reportFailure } from '../api/report-failure.ts'
import { siteSettings, type AskedPage } from '../routing/load-route.ts'
import type { Route } from '../routing/page-route.ts'
import { robotsTxt } from './robots.ts'
import { SECURITY_TXT_PATH, securityTxt } from './security-txt.ts'
import { SITE_PAGES_PATH, sitemapIndex, sitemapOf, sitemapXml } from './sitemap-xml.ts'
import { webManifest } from './web-manifest.ts'

/** Makes the file; null: there is none. */
type MakeFile = (page: AskedPage, origin: string) => Promise<{ type: string; text: string }>

const XML = 'application/xml; charset=utf-8'

/**
 * Finds the function that makes the file at this path for crawlers, browsers and people who found a hole: robots.txt,
 * sitemaps, the web manifest and security.txt. Null where the path is a page. Every public page without parameters is
 * in the sitemap of pages.
 */
export function siteFileAt(path: string, routes: readonly Route[]): MakeFile | null {
  switch (path) {
    case '/robots.txt':
      return async (_page, origin) => ({ type: 'text/plain; charset=utf-8', text: robotsTxt(origin) })
    case SECURITY_TXT_PATH:
      return async (page, origin) => {
        const { support_url } = await siteSettings(page)
        return { type: 'text/plain; charset=utf-8', text: securityTxt({ origin, contact: support_url }, Date.now()) }
      }
    case '/manifest.webmanifest':
      return async (page) => {
        return { type: 'application/manifest+json', text: JSON.stringify(webManifest(await siteSettings(page))) }
      }
    case '/sitemap.xml':
      return async ({ api }, origin) => {
        return { type: XML, text: sitemapIndex(origin, await unwrap(api.api.sitemaps.$get())) }
      }
    case SITE_PAGES_PATH:
      return async (_page, origin) => ({ type: XML, text: sitemapXml(origin, { entries: sitePages(routes) }) })
    default:
      return sitemapAt(path)
  }
}

function sitemapAt(path: string): MakeFile | null {
  const asked = sitemapOf(path)
  if (!asked) return null
  return async ({ api }, origin) => {
    const param = { kind: asked.kind, page: String(asked.page) }
    const found = await unwrap(api.api.sitemaps[':kind'][':page'].$get({ param }))
    if (found.entries.length === 0) throw new ApiRefusal(404, null)
    return { type: XML, text: sitemapXml(origin, found) }
  }
}

function sitePages(routes: readonly Route[]) {
  const whole = routes.filter(({ access, pattern }) => access === 'public' && !/[:*(]/.test(pattern))
  return whole.map(({ pattern }) => ({ path: pattern, changed_at: null }))
}

type SiteFile = { status: 200; type: string; text: string } | { status: 404 | 503; type: null; text: '' }

/** Runs it. Never rejects: 404 for what does not exist, 503 when the API did not answer as expected. */
export async function makeSiteFile(make: MakeFile, page: AskedPage): Promise<SiteFile> {
  try {
    const { site_origin } = await siteSettings(page)
    return { status: 200, ...(await make(page, site_origin)) }
  } catch (error) {
    const known = error instanceof ApiRefusal && error.status === 404
    if (!known) reportFailure(page.env, error, null)
    return { status: known ? 404 : 503, type: null, text: '' }
  }
}
