/** The kinds of sitemaps for search engines. Each has numbered pages. */
export const SITEMAP_KINDS = ['services', 'steps', 'applets'] as const
export type SitemapKind = (typeof SITEMAP_KINDS)[number]

/** How many rows a page covers. It lists at most 5,000 addresses, because an Applet may bring its author's page. */
export const SITEMAP_ROWS = 2500

/** GET /api/sitemaps: the pages that list anything. */
export type Sitemaps = { pages: { kind: SitemapKind; page: number }[] }
/** GET /api/sitemaps/{kind}/{page}. `changed_at`: when the content last changed, in ms, where it is known. */
export type Sitemap = { entries: { path: string; changed_at: number | null }[] }
