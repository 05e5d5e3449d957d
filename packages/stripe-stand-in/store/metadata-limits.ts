import { invalidRequest } from './stripe-api-error.ts'

const MOST_NAMES = 50
const LONGEST_NAME = 40
const LONGEST_VALUE = 500

/** 400 for metadata that is larger than Stripe allows. */
export function checkMetadata(metadata: Record<string, string>): void {
  const entries = Object.entries(metadata)
  if (entries.length > MOST_NAMES) {
    throw refused(`Metadata can have up to ${MOST_NAMES} keys, but you passed in ${entries.length} keys.`)
  }
  for (const [name, value] of entries) {
    if (name.length > LONGEST_NAME) throw refused(tooLong('key', LONGEST_NAME, name))
    if (value.length > LONGEST_VALUE) throw refused(tooLong('value', LONGEST_VALUE, value))
  }
}

function tooLong(what: 'key' | 'value', longest: number, given: string): string {
  return `Metadata ${what}s can have up to ${longest} characters, but you passed in a ${what} that is ${given.length} characters. Invalid ${what}: ${given}`
}

function refused(message: string) {
  return invalidRequest(message, { param: 'metadata' })
}
