/** Logs for debugging; call it only when the operator's setting DEBUG is on (§5). Not an error report. */
export function debugLog(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes to a developer's console
  console.debug('[debug]', what, error)
}
