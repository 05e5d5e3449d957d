import type { ReportedPage } from './send-error.ts'

let watched: ReportedPage | null = null

/** Has errors of this page that nobody caught sent to our log, React's too. */
export function watchErrors(page: ReportedPage): void {
  watched = page
  onerror = (_, _file, _line, _column, error) => loadAndSend(error, page)
  onunhandledrejection = ({ reason }) => loadAndSend(reason, page)
}

/** What reports name as their page; null before it is watched. */
export const watchedPage = () => watched

/** What sends is loaded with the first error, so pages pay little for it. */
function loadAndSend(thrown: unknown, page: ReportedPage): void {
  void import('./send-error.ts').then((module) => module.sendError(thrown, page)).catch(() => null)
}
