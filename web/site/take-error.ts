import { addressQuery, dropFromAddress } from '../browser/address.ts'
import { errorInAddress } from './address-message.ts'

/** What this page's address says, once: then it is gone from there. */
export function takeErrorInAddress(): string | null {
  const message = errorInAddress(addressQuery())
  if (message !== null) dropFromAddress(['error_type', 'error_message'])
  return message
}
