import type { ErrorReport } from '../../../worker/contract/error-reports/error-report-input.ts'
import { ERRORS_PATH, MESSAGE_LENGTH, STACK_LENGTH } from '../../../worker/contract/error-reports/errors-path.ts'

/** Its module's name, its build, and what the server said of it. */
export type ReportedPage = { page: string; build: string; site: { request_id?: string } }

/** A page that fails once may fail on each press. */
const MOST_A_PAGE = 3
const sent = new Set<string>()

/** Sends an error of our own scripts to our Worker, each once, even while the page is left. Refused calls are logged there already. */
export function sendError(error: unknown, { page, build, site }: ReportedPage): void {
  if (!(error instanceof Error) || error.name === 'RequestError') return
  const { message, stack = '' } = error
  // Extensions run their scripts in our pages too.
  if (!stack.includes(`${location.origin}/`) || sent.has(stack) || sent.size >= MOST_A_PAGE) return
  sent.add(stack)
  const report: ErrorReport = {
    message: message.slice(0, MESSAGE_LENGTH),
    stack: stack.slice(0, STACK_LENGTH),
    page,
    release: build,
    request_id: site.request_id ?? null,
  }
  navigator.sendBeacon(ERRORS_PATH, new Blob([JSON.stringify(report)], { type: 'application/json' }))
}
