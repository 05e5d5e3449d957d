import { messageOf, RequestError } from '../../browser/request/request-error.ts'
import type { Problem } from './form-flow.ts'

/**
 * Turns a failed call into messages for a form with these fields: one next to each field, the rest above the button.
 */
export function problemOf(error: unknown, names: readonly string[]): Problem {
  const entries = error instanceof RequestError ? (error.body.errors ?? []) : []
  const fields: Record<string, string> = {}
  for (const { attribute, message } of entries) if (names.includes(attribute)) fields[attribute] ??= message
  const allSaid = entries.length > 0 && entries.every(({ attribute }) => names.includes(attribute))
  return { fields, message: allSaid ? null : sentenceFor(error) }
}

function sentenceFor(error: unknown): string {
  const wait = error instanceof RequestError && error.status === 429 ? retryAfter(error.response) : null
  return wait === null ? messageOf(error) : `Too many tries. Please try again in ${waitInWords(wait)}.`
}

/** The seconds of Retry-After; null when it is missing or a date. */
function retryAfter(response: Response | null): number | null {
  const value = response?.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

/** Rounded up, so that a later try is not refused again. */
export function waitInWords(seconds: number): string {
  if (seconds <= 60) return 'a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 60) return `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}
