import type { Context, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { HonoEnv } from '../context/hono-env.ts'
import { log } from '../log/log.ts'

/** One line a request: the route's pattern rather than the address, so that nothing personal is logged. */
export async function logRequest(c: Context<HonoEnv>, next: Next) {
  const started = Date.now()
  await next()
  log('info', 'request', {
    request_id: c.get('requestId'),
    method: c.req.method,
    // Middleware is matched too; the route is what answers one method.
    route: matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null,
    status: c.res.status,
    ms: Date.now() - started,
  })
}
