import { useSite } from './site-context.tsx'

/** The request's id, for the log: shown where a page says that something is missing. */
export function Reference() {
  const { request_id } = useSite()
  return request_id ? <small>Reference: {request_id}</small> : null
}
