import type { Context, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { HonoEnv } from '../context/hono-env.ts'
import { log } from '../log/log.ts'
import { notesForLog } from '../log/log-ids.ts'
import { toAppError } from './refusal-of.ts'

/**
 * Logs one line per request: who did what, and how it ended. It has the route's pattern instead of the address, the
 * user's id and the session's public id, so that nothing personal and no secret is logged.
 */
export async function logRequest(c: Context<HonoEnv>, next: Next) {
  const started = Date.now()
  await next()
  const ms = Date.now() - started
  if (c.res.status === 403) await findRefused(c)
  log('info', 'request', {
    method: c.req.method,
    // Middleware matches too; only a route has one method.
    route: matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null,
    status: c.res.status,
    ms,
    outcome: c.error ? toAppError(c.error).code : 'done',
    ...notesForLog(),
  })
}

/** A request that is refused before anybody asks who it is from: its session says so. */
async function findRefused(c: Context<HonoEnv>): Promise<void> {
  try {
    if (notesForLog().user_id === undefined) await c.get('ctx').user()
  } catch {
    // The refusal is logged without its user.
  }
}
