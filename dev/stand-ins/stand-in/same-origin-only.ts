import { createMiddleware } from 'hono/factory'

/** Lets browsers post only from this origin. Clients other than browsers send no Origin and may post too. */
export function sameOriginOnly(origin: string) {
  return createMiddleware(async (c, next) => {
    const from = c.req.header('origin')
    if (c.req.method !== 'GET' && from !== undefined && from !== origin) return c.text('Posted from another site.', 403)
    return next()
  })
}
