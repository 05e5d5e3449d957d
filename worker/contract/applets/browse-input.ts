import * as z from 'zod/mini'
import { AUTHOR_CURSOR } from './author.ts'
import { SITEMAP_KINDS } from './sitemap.ts'

/** GET /api/explore?q=. A longer search is cut instead of refused, so that a pasted text still finds something. */
export const exploreQuery = z.object({
  q: z._default(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim().slice(0, 100)),
    ),
    '',
  ),
})

/** GET /api/authors/{login}?after= */
export const authorQuery = z.object({ after: z.optional(z.string().check(z.regex(AUTHOR_CURSOR))) })

/** GET /api/sitemaps/{kind}/{page} */
export const sitemapParam = z.object({
  kind: z.enum(SITEMAP_KINDS),
  page: z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/)),
    z.transform((text: string) => Number(text)),
  ),
})
