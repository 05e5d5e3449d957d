import { loadAndSendError } from './watch-errors.ts'

/** All reports of errors that a page has survived go through here (§7): to the console, and to our own log. */
export function report(error: unknown, context: Record<string, unknown> = {}): void {
  // oxlint-disable-next-line no-console -- for developers who look into the page itself
  console.error('[report]', error, context)
  loadAndSendError(error)
}
