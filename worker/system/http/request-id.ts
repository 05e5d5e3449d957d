import type { Context, Next } from 'hono'
import { CLIENT_ID, newRequestId, REQUEST_ID } from '../../contract/shared/trace-ids.ts'
import { withLogIds } from '../log/log-ids.ts'

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
