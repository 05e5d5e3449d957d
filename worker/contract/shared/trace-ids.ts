/** The ids that all log lines of one request share: in the Worker, its jobs, and the Runners that it calls. */
export type LogIds = {
  /** Made by the edge for each request; the browser shows it with errors. */
  request_id?: string
  /** The caller's own id of the request: only for people who search the log by it. */
  client_id?: string
}

/** How the edge tells the Worker the request's id, and answers it to the browser. */
export const REQUEST_ID = 'x-request-id'
/** How the edge tells the Worker the caller's own id. */
export const CLIENT_ID = 'x-client-id'

/** A message about a failure of ours, with what finds it in the log. */
export function withReference(message: string, request_id: string | null): string {
  return request_id === null ? message : `${message} Reference: ${request_id}`
}

/** 16 hex digits: short enough to be read out to support. */
export function newRequestId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(-16)
}
