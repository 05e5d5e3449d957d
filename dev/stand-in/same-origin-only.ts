import { createMiddleware } from 'hono/factory'

/** A form of this origin may post here; a browser on another one may not. Clients that are no browser send no Origin. */
export function sameOriginOnly(origin: string) {
  return createMiddleware(async (c, next) => {
    const from = c.req.header('origin')
    if (c.req.method !== 'GET' && from !== undefined && from !== origin) return c.text('Posted from another site.', 403)
    return next()
  })
}
