import { addressQuery, dropFromAddress } from '../browser/navigation/page-address.ts'
import { addressError } from './address-error.ts'

/** What this page's address says, once: then it is gone from there. */
export function takeAddressError(): string | null {
  const message = addressError(addressQuery())
  if (message !== null) dropFromAddress(['error_type', 'error_message'])
  return message
}
