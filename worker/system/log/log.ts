import { logIds } from './log-ids.ts'

type Fields = { [name: string]: string | number | boolean | null | undefined; event?: never; level?: never }

let tellError: (line: string) => void = () => {}

/** Has each line of level `error` passed on too, without the parameters of queries. `tell` must not throw. */
export function onErrorLine(tell: (line: string) => void): void {
  tellError = tell
}

/** Writes one line of JSON with the request's ids, which Workers Logs indexes. Never pass addresses, tokens, numbers or bodies. */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  const line = JSON.stringify({ level, event, ...logIds(), ...fields }, withoutParameters)
  // oxlint-disable-next-line no-console -- the one place that writes
  console[level](line)
  if (level === 'error') tellError(line)
}

/** Removes the parameters from a failed query's message: they may hold someone's address or card. */
function withoutParameters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\nparams: .*?(?=\n {4}at |$)/s, '') : value
}

/** An unknown error's stack, if it has one. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined
}
