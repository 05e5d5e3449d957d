import * as z from 'zod/mini'

/** GET /api/explore?q=: longer searches are cut, so that a pasted text finds rather than fails. */
export const exploreQuery = z.object({
  q: z._default(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.trim().slice(0, 100)),
    ),
    '',
  ),
})
