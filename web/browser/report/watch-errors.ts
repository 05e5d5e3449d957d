import type { ReportedPage } from './send-error.ts'

let watched: ReportedPage

/** Has errors of this page that nobody caught sent to our log, React's too. */
export function watchErrors(page: ReportedPage): void {
  watched = page
  onerror = (_, _file, _line, _column, error) => loadAndSendError(error)
  onunhandledrejection = ({ reason }) => loadAndSendError(reason)
}

/** Sends an error to our log. What does so is loaded with the first one, so pages pay little for it. */
export function loadAndSendError(thrown: unknown): void {
  void import('./send-error.ts').then((module) => module.sendError(thrown, watched)).catch(() => null)
}
