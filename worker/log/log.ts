import { logIds } from './log-ids.ts'

type Fields = { [name: string]: string | number | boolean | null | undefined; event?: never; level?: never }

/** Writes one line of JSON with the request's ids, which Workers Logs indexes. Never pass addresses, tokens, numbers or bodies. */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  // oxlint-disable-next-line no-console -- the one place that writes
  console[level](JSON.stringify({ level, event, ...logIds(), ...fields }, withoutParameters))
}

/** Removes the parameters from a failed query's message: they may hold someone's address or card. */
function withoutParameters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\nparams: .*?(?=\n {4}at |$)/s, '') : value
}
