import { ErrorAllowance } from './error-allowance.ts'
import { logIds, notesForLog } from './log-ids.ts'

type Fields = { [name: string]: string | number | boolean | null | undefined; event?: never; level?: never }

const allowance = new ErrorAllowance()

let tellError: (line: string) => void = () => {}

/** Has each line of level `error` passed on too, without the parameters of queries. `tell` must not throw. */
export function onErrorLine(tell: (line: string) => void): void {
  tellError = tell
}

/**
 * Writes one line of JSON with the request's ids, which Workers Logs indexes. Of one user, ten errors an hour; the rest is
 * summed up when the hour has ended. Never pass addresses, tokens, numbers or bodies.
 */
export function log(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  if (level === 'error' && !mayLogError(fields['user_id'] ?? notesForLog().user_id)) return
  const line = JSON.stringify({ level, event, ...logIds(), ...fields }, withoutParameters)
  // oxlint-disable-next-line no-console -- the one place that writes
  console[level](line)
  if (level === 'error') tellError(line)
}

function mayLogError(user_id: Fields[string]): boolean {
  const now = Date.now()
  for (const left_out of allowance.endHours(now)) log('warn', 'error_lines_left_out', left_out)
  return typeof user_id !== 'string' || allowance.take(user_id, now)
}

/** Removes the parameters from a failed query's message: they may hold someone's address or card. */
function withoutParameters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\nparams: .*?(?=\n {4}at |$)/s, '') : value
}

/** An unknown error's stack, if it has one. */
export function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined
}
