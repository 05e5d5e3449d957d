import { hash, text, type Input } from '../http/params.ts'

const params = { city: text, country: text, line1: text, line2: text, postal_code: text, state: text }
export const postalAddress = hash(params)

/** Missing fields become null. */
export function wholeAddress(sent: Input<typeof params>) {
  const none = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return { ...none, ...sent }
}
