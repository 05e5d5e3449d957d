import { buildId } from 'virtual:client-manifest'
import type { ErrorReport } from '../../../worker/contract/error-reports/error-report-input.ts'
import { ERRORS_PATH, MESSAGE_LENGTH, STACK_LENGTH } from '../../../worker/contract/error-reports/errors-path.ts'
import { FOR_PAGE } from '../../../worker/contract/site.ts'
import type { EdgeEnv } from '../env/edge-env.ts'

/** Logs an error of a page here, and has the Worker send it to where its own go. Nobody waits for it. */
export function reportFailure(
  { request_id, defer, API }: Pick<EdgeEnv, 'request_id' | 'defer' | 'API'>,
  error: unknown,
  page: string | null,
): void {
  const message = String(error).slice(0, MESSAGE_LENGTH)
  // oxlint-disable-next-line no-console -- the log of Pages, which is all there is while the Worker is away
  console.error(JSON.stringify({ level: 'error', event: 'page_failed', request_id, page, message }))
  const stack = error instanceof Error ? (error.stack?.slice(0, STACK_LENGTH) ?? null) : null
  const report: ErrorReport = { message, stack, page, release: buildId, request_id: request_id ?? null }
  const request = new Request(`https://api${ERRORS_PATH}`, {
    method: 'POST',
    headers: { [FOR_PAGE]: '1', 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
  defer?.(API.fetch(request).catch(() => null))
}
