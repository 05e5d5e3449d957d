import { sendError, type ReportedPage } from './send-error.ts'

let watched: ReportedPage | null = null

/** Has errors of this page that nobody caught sent to our log, React's too. */
export function watchErrors(page: ReportedPage): void {
  watched = page
  onerror = (_, _file, _line, _column, error) => sendError(error, page)
  onunhandledrejection = ({ reason }) => sendError(reason, page)
}

/** The page that reports name; null before it is watched. */
export const watchedPage = () => watched
