/** All error reports go through here (§7): connect an error-reporting service in this place. */
export function report(error: unknown, context: Record<string, unknown> = {}): void {
  // oxlint-disable-next-line no-console -- until a service is connected, the console is the report
  console.error('[report]', error, context)
}
