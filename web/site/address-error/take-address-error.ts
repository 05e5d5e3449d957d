import { addressQuery, dropFromAddress } from '../../browser/navigation/page-address.ts'
import { addressError } from './address-error.ts'

/** Reads this page's error message and removes it from the address. */
export function takeAddressError(): string | null {
  const message = addressError(addressQuery())
  if (message !== null) dropFromAddress(['error_type', 'error_message'])
  return message
}
