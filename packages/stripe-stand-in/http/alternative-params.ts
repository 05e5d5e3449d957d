import { invalidRequest } from '../store/stripe-api-error.ts'
import type { RawHash } from './parse-form.ts'

/** Parameters of which one object takes only one. */
const ALTERNATIVES = [
  ['coupon', 'discount', 'promotion_code'],
  ['price', 'price_data'],
]

/** 400 for an object with two of them. */
export function refuseAlternatives(raw: RawHash): void {
  for (const names of ALTERNATIVES) {
    const sent = names.filter((name) => raw[name] !== undefined)
    if (sent.length > 1) throw invalidRequest(`You may only specify one of these parameters: ${sent.join(', ')}.`)
  }
}
