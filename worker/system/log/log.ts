import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogIds } from '../../contract/shared/trace-ids.ts'
import { inTime } from '../call-places/in-time.ts'
import { ERROR_LINES_AN_HOUR, ErrorAllowance } from './error-allowance.ts'

type Fields = { [name: string]: string | number | boolean | null | undefined; event?: never; level?: never }

/** What counts error lines for all isolates together. */
type SharedCount = {
  /** Counts a line of `whose`. Returns which of its hour it is. Throws where that cannot be said. */
  countLine: (whose: string) => Promise<number>
  /** Keeps the invocation alive until the line is written. */
  defer: (work: Promise<void>) => void
}

/** In ms. A count that takes longer is not waited for: the invocation may end before it. */
const COUNTED_WITHIN = 5_000

let shared: SharedCount | null = null
let allowance = new ErrorAllowance()
let tellError: (line: string) => void = () => {}

/** Has each line of level `error` passed on too, without the parameters of queries. `tell` must not throw. */
export function onErrorLine(tell: (line: string) => void): void {
  tellError = tell
}

/** Has error lines counted for all isolates, from none of this one; by this isolate alone with null. */
export function countErrorLinesWith(count: SharedCount | null): void {
  shared = count
  allowance = new ErrorAllowance()
}

/**
 * Writes one line of JSON with the request's ids, which Workers Logs indexes. Never pass addresses, tokens, numbers or bodies.
 * Of one user, or of `whose`, ten errors an hour are written, as soon as they are counted, and the rest is summed up when the
 * hour has ended. `whose` is written too, so it has nothing personal and no colon.
 */
export function log(
  level: 'info' | 'warn' | 'error',
  event: string,
  fields: Fields = {},
  whose = fields['user_id'] ?? notesForLog().user_id,
): void {
  const line = JSON.stringify({ level, event, ...logIds(), ...fields }, withoutParameters)
  if (level !== 'error' || typeof whose !== 'string') write(level, line)
  else if (shared) shared.defer(writeCounted(line, whose, shared))
  else if (mayLogHere(whose)) write('error', line)
}

async function writeCounted(line: string, whose: string, { countLine }: SharedCount): Promise<void> {
  const nth = await inTime('The count', countLine(whose), COUNTED_WITHIN).catch(() => null)
  if (nth === null ? mayLogHere(whose) : nth <= ERROR_LINES_AN_HOUR) write('error', line)
}

/** Counts a line in this isolate alone: what is left where nothing else counts. */
function mayLogHere(whose: string): boolean {
  const now = Date.now()
  for (const left_out of allowance.endHours(now)) log('warn', 'error_lines_left_out', left_out)
  return allowance.take(whose, now)
}

function write(level: 'info' | 'warn' | 'error', line: string): void {
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

/** Facts that become known while a request is answered: who asks, what a GraphQL document does, and how it ends. */
type RequestNotes = { user_id?: string; session_id?: string; operation?: string; outcome?: string }

const work = new AsyncLocalStorage<{ ids: LogIds; notes: RequestNotes }>()

/** The ids of the request that is being answered or caused this work; empty for the cron and alarms. */
export function logIds(): LogIds {
  return work.getStore()?.ids ?? {}
}

/** Runs work so that its log lines have these ids, what it leaves for later included. */
export function withLogIds<Result>(ids: LogIds, run: () => Result): Result {
  return work.run({ ids, notes: {} }, run)
}

/** Has the request's own line in the log say this too. Never pass addresses, tokens or names. */
export function noteForLog(notes: RequestNotes): void {
  const store = work.getStore()
  if (store) store.notes = { ...store.notes, ...notes }
}

export function notesForLog(): RequestNotes {
  return work.getStore()?.notes ?? {}
}
