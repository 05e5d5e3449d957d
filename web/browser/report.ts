/** The one seam for error reports (§7): an error-reporting service is connected here and nowhere else. */
export type Report = (error: unknown, context?: Record<string, unknown>) => void

let sink: Report = (error, context) => {
  // oxlint-disable-next-line no-console -- until a service is connected, the console is the report
  console.error('[report]', error, context ?? {})
}

export function reportTo(next: Report): void {
  sink = next
}

export function report(error: unknown, context?: Record<string, unknown>): void {
  sink(error, context)
}
