/** The one seam for error reports (§7): an error-reporting service is connected here and nowhere else. */
export function report(error: unknown, context: Record<string, unknown> = {}): void {
  // oxlint-disable-next-line no-console -- until a service is connected, the console is the report
  console.error('[report]', error, context)
}
