import { API_VERSION } from '../store/object-store.ts'
import { invalidRequest } from '../store/stripe-api-error.ts'

/** 400 for a version of the API that the stand-in does not speak; without one, the account's version applies. */
export function checkVersion(version: string | null | undefined, param?: string): void {
  if (version === null || version === undefined || version === API_VERSION) return
  throw invalidRequest(`Invalid Stripe API version: ${version}`, param === undefined ? {} : { param })
}
