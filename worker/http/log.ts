type Fields = Record<string, string | number | boolean | null | undefined>

/** One line of JSON: what Workers Logs indexes. Never pass addresses, tokens, numbers or bodies. */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  // oxlint-disable-next-line no-console -- the one place that writes
  console[level](JSON.stringify({ level, event, ...fields }))
}
