import { isRefused, sendError, sendFailedCall, type FailedCall } from './send-error.ts'
import { watchedPage } from './watch-errors.ts'

/**
 * All reports of what a page has survived go through here (§7): to our own log, and to the console, unless it is a call
 * that was refused. `call`: the error is that of this call.
 */
export function report(error: unknown, call: FailedCall | null = null): void {
  // oxlint-disable-next-line no-console -- for developers who look into the page itself
  if (call === null || !isRefused(call)) console.error('[report]', error, call)
  const page = watchedPage()
  if (page === null) return
  if (call === null) sendError(error, page)
  else sendFailedCall(call, page)
}
