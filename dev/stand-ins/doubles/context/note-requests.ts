import { createMiddleware } from 'hono/factory'
import type { DoubleContext } from './double-context.ts'

/** Writes down each request to the double's API, also one that a fault meets. */
export function noteRequests(ctx: DoubleContext) {
  return createMiddleware(async (c, next) => {
    const url = new URL(c.req.url)
    ctx.asked().push({
      at: ctx.now(),
      method: c.req.method,
      path: url.pathname.slice(`/${ctx.module_name}`.length),
      query: Object.fromEntries(url.searchParams),
      headers: c.req.header(),
      body: await c.req.raw.clone().text(),
    })
    await next()
  })
}
