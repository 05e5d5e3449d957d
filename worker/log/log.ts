type Fields = { [name: string]: string | number | boolean | null | undefined; event?: never; level?: never }

/** One line of JSON: what Workers Logs indexes. Never pass addresses, tokens, numbers or bodies. */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  // oxlint-disable-next-line no-console -- the one place that writes
  console[level](JSON.stringify({ level, event, ...fields }, withoutParameters))
}

/** A query that failed tells what it was asked with, which may be anybody's address or card. */
function withoutParameters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\nparams: .*?(?=\n {4}at |$)/s, '') : value
}
