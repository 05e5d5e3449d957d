import { emptyable, hash, text, type Input } from '../http/params.ts'

const part = emptyable(text)
const params = { city: part, country: part, line1: part, line2: part, postal_code: part, state: part }
export const postalAddress = hash(params)

/** Missing and empty fields become null. */
export function wholeAddress(sent: Input<typeof params>) {
  const { city, country, line1, line2, postal_code, state } = sent
  return {
    city: city || null,
    country: country || null,
    line1: line1 || null,
    line2: line2 || null,
    postal_code: postal_code || null,
    state: state || null,
  }
}
