import { CLIENT_ID, newRequestId, REQUEST_ID } from '../../../worker/contract/shared/trace-ids.ts'
import type { EdgeEnv } from '../env/edge-env.ts'

/** The form of a caller's own id that may be logged. */
const OWN_ID = /^[A-Za-z0-9-]{1,32}$/

/** The bindings for one request: each call of the API carries the request's new id, whatever id the caller sent. */
export function withRequestId(env: EdgeEnv, request: Request): EdgeEnv & { request_id: string } {
  const request_id = newRequestId()
  const own = request.headers.get(REQUEST_ID)
  return {
    ...env,
    request_id,
    API: {
      fetch(call) {
        const headers = new Headers(call.headers)
        headers.set(REQUEST_ID, request_id)
        headers.delete(CLIENT_ID)
        if (own !== null && OWN_ID.test(own)) headers.set(CLIENT_ID, own)
        return env.API.fetch(new Request(call, { headers }))
      },
    },
  }
}
