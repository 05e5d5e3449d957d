import type { Context, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { HonoEnv } from '../context/hono-env.ts'
import { log } from '../log/log.ts'

/** Logs one line per request, with the route's pattern instead of the address, so that nothing personal is logged. */
export async function logRequest(c: Context<HonoEnv>, next: Next) {
  const started = Date.now()
  await next()
  log('info', 'request', {
    method: c.req.method,
    // Middleware matches too; only a route has one method.
    route: matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null,
    status: c.res.status,
    ms: Date.now() - started,
  })
}
