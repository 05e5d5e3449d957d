import type { Ctx } from '../../system/context/context.ts'
import { pageOfAuthor } from '../../contract/accounts/former-author.ts'
import { appletPath } from '../../contract/addresses.ts'
import { SITEMAP_KINDS, type Sitemap, type Sitemaps } from '../../contract/applets/sitemap.ts'
import { STEP_SEGMENTS } from '../../contract/connections/service.ts'
import {
  readListedApplets,
  readListedServices,
  readListedSteps,
  readSitemapPages,
} from '../../db/applets/lists/sitemap-rows.ts'

/** The pages that list anything, in one round trip. */
export async function listSitemaps(ctx: Ctx): Promise<Sitemaps> {
  const found = await readSitemapPages(ctx)
  return { pages: SITEMAP_KINDS.flatMap((kind) => found[kind].map(({ page }) => ({ kind, page }))) }
}

type SitemapPage = Sitemaps['pages'][number]

/** The public addresses of one page, at most 5,000. Applets bring their authors' pages. Empty if it lists nothing. */
export async function readSitemap(ctx: Ctx, which: SitemapPage): Promise<Sitemap> {
  return { entries: await entriesOf(ctx, which) }
}

async function entriesOf(ctx: Ctx, { kind, page }: SitemapPage): Promise<Sitemap['entries']> {
  switch (kind) {
    case 'services': {
      const rows = await readListedServices(ctx, page)
      return rows.map(({ module_name }) => ({ path: `/${module_name}`, changed_at: null }))
    }
    case 'steps': {
      const rows = await readListedSteps(ctx, page)
      return rows.map((step) => ({
        path: `/${step.module_name}/${STEP_SEGMENTS[step.kind]}/${encodeURIComponent(step.slug)}`,
        changed_at: null,
      }))
    }
    case 'applets': {
      const rows = await readListedApplets(ctx, page)
      return rows.flatMap(({ author, is_first, ...applet }) => {
        const authors = is_first ? pageOfAuthor(author) : null
        return [
          { path: appletPath(applet), changed_at: applet.updated_at },
          ...(authors === null ? [] : [{ path: authors, changed_at: null }]),
        ]
      })
    }
  }
}
