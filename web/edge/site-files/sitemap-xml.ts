import type { Sitemap, SitemapKind, Sitemaps } from '../../../worker/contract/applets/sitemap.ts'
import { SITEMAP_KINDS } from '../../../worker/contract/applets/sitemap.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The sitemap of the pages that are not made from rows, such as the front page. */
export const SITE_PAGES_PATH = '/sitemaps/pages.xml'

/** The kind and number of a sitemap from its path; null if the path is none. */
export function sitemapOf(path: string): Sitemaps['pages'][number] | null {
  const [, name, page] = /^\/sitemaps\/([a-z]+)-(\d{1,7})\.xml$/.exec(path) ?? []
  const kind = SITEMAP_KINDS.find((each) => each === name)
  return kind && page ? { kind, page: Number(page) } : null
}

function sitemapPath({ kind, page }: { kind: SitemapKind; page: number }): string {
  return `/sitemaps/${kind}-${page}.xml`
}

export function sitemapIndex(origin: string, { pages }: Sitemaps): string {
  const items = [SITE_PAGES_PATH, ...pages.map(sitemapPath)].map(
    (path) => `<sitemap><loc>${escaped(origin + path)}</loc></sitemap>`,
  )
  return `${HEAD}<sitemapindex ${NAMESPACE}>${items.join('')}</sitemapindex>`
}

export function sitemapXml(origin: string, { entries }: Sitemap): string {
  const items = entries.map(({ path, changed_at }) => {
    const changed = changed_at === null ? '' : `<lastmod>${new Date(changed_at).toISOString()}</lastmod>`
    return `<url><loc>${escaped(origin + path)}</loc>${changed}</url>`
  })
  return `${HEAD}<urlset ${NAMESPACE}>${items.join('')}</urlset>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>'"]/g, (char) => ENTITIES[char] ?? char)
}
