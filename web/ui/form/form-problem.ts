import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import type { Problem } from './form-flow.ts'

/**
 * Turns a failed call into messages for a form with these fields: one next to each field, the rest above the button.
 */
export function problemOf(error: unknown, names: readonly string[]): Problem {
  const errors = error instanceof RequestError ? (error.body.errors ?? []) : []
  return problemFrom({ errors, message: messageOf(error), retry_after: retryAfter(error) }, names)
}

/** Says in one sentence why a call failed. */
export function sentenceOf(error: unknown): string {
  return waitSentence(retryAfter(error)) ?? messageOf(error)
}

type Refusal = Pick<RefusedForm, 'errors' | 'message' | 'retry_after'>

/** The same for a form that was sent without JavaScript. */
export function problemFrom({ errors, message, retry_after }: Refusal, names: readonly string[]): Problem {
  const fields: Record<string, string> = {}
  for (const { attribute, message: said } of errors) if (names.includes(attribute)) fields[attribute] ??= said
  const allSaid = errors.length > 0 && errors.every(({ attribute }) => names.includes(attribute))
  if (allSaid) return { fields, message: null }
  return { fields, message: waitSentence(retry_after) ?? message }
}

function waitSentence(retry_after: number | null): string | null {
  return retry_after === null ? null : `Too many tries. Please try again in ${waitInWords(retry_after)}.`
}

/** The seconds of a rate limit's Retry-After; null when it is missing or a date. */
function retryAfter(error: unknown): number | null {
  if (!(error instanceof RequestError) || error.status !== 429) return null
  const value = error.response?.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

/** Rounded up, so that a later try is not refused again. */
export function waitInWords(seconds: number): string {
  if (seconds <= 60) return 'a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 60) return `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
