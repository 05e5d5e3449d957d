import type { Context, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import { CLIENT_ID, newRequestId, REQUEST_ID } from '../../contract/shared/trace-ids.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { log, notesForLog, withLogIds } from '../log/log.ts'
import { toAppError } from './refusal-of.ts'

/**
 * Puts the request's id on all log lines and on the answer. It is the edge's: nobody else reaches the Worker, because it
 * has no public address (wrangler.toml).
 */
export function requestId(c: Context, next: Next): Promise<void> {
  const request_id = c.req.header(REQUEST_ID) ?? newRequestId()
  const client_id = c.req.header(CLIENT_ID)
  c.header(REQUEST_ID, request_id)
  return withLogIds({ request_id, ...(client_id !== undefined && { client_id }) }, next)
}

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
