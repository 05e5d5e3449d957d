import { failedOutcome } from '../../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../../system/outbound/problem-words.ts'
import { saidIn } from '../../../system/outbound/response-problem.ts'
import { readRetryAfter } from '../../../system/outbound/retry-after.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import type { StepFailure, StepOutcome } from '../../../system/runner-api/step-outcome.ts'
import { isThere, readPlace, toId } from '../answer-place.ts'
import type { ErrorsFile } from '../service-definition.ts'
import { readValue, type Scope } from '../template.ts'

/** An answer as a file reads it. `value`: its JSON, lines or text; undefined where it is not that. */
export type Answer = { status: number; headers: Headers; text: string; value: unknown }
type DeclaredError = ErrorsFile[number]

/** Finds what the file says that this answer means; undefined where it says nothing of it. */
export function declaredError(errors: ErrorsFile, { status, text, value }: Answer): DeclaredError | undefined {
  return errors.find((each) => {
    const isStatus = each.status === undefined || [each.status].flat().includes(status)
    return isStatus && hasText(each, text) && hasValue(each, value)
  })
}

function hasText({ text: wanted }: DeclaredError, text: string): boolean {
  return wanted === undefined || [wanted].flat().some((each) => text.includes(each))
}

function hasValue({ at, is }: DeclaredError, answer: unknown): boolean {
  if (at === undefined) return true
  const value = readPlace(answer, at)
  if (is === undefined) return isThere(value)
  const text = toId(value)
  return [is].flat().some((each) => String(each) === text)
}

/** Problems that an answer can be declared to be. */
const FAILURES = {
  fail: 'status',
  skip: 'skip',
  gone: 'unauthorized',
  unauthorized: 'unauthorized',
  later: 'rate_limited',
} as const satisfies Partial<Record<DeclaredError['as'], StepFailure>>

/** What the answer was declared to be, as a problem. The service has said it: nothing was done. */
export function declaredProblem(
  declared: DeclaredError & { as: keyof typeof FAILURES },
  answer: Answer,
  { who, scope }: { who: string; scope: Scope },
): Extract<StepOutcome<never>, { ok: false }> {
  const { as } = declared
  const failure = FAILURES[as]
  const retry_after = as === 'later' ? (readRetryAfter(answer.headers, scope.now) ?? MINUTE) : null
  const about = { failure, status: answer.status, retry_after, ...(as === 'gone' && { is_account_gone: true }) }
  return failedOutcome({ ...about, message: declaredWords(declared, answer, { who, scope }) })
}

/** The words of an answer that was declared: a sentence of the file, or what the service said, which may be empty. */
export function declaredNote({ message }: DeclaredError, answer: Answer, scope: Scope): string {
  const told = message === undefined ? null : toId(readValue(message, { ...scope, answer: answer.value }))
  return told ?? saidIn(answer.text)
}

function declaredWords(
  declared: DeclaredError & { as: keyof typeof FAILURES },
  answer: Answer,
  { who, scope }: { who: string; scope: Scope },
): string {
  const { as, message } = declared
  const note = declaredNote(declared, answer, scope)
  const words = PROBLEM_WORDS[FAILURES[as]](who)
  // Words of the file are whole sentences; those of the service follow ours.
  if (note !== '' && message !== undefined && !message.includes('$')) return note
  if (as === 'skip' && note !== '') return note
  if (as === 'gone' || as === 'unauthorized' || note === '') return words
  return `${words} It said: ${note}`
}
