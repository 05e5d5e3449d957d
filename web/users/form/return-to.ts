import type { RECOVERY_PAGE, SECOND_STEP_PAGE } from '../../../worker/contract/accounts/second-step-pages.ts'
import { HOME_OF_USERS, safeReturnTo } from '../../../worker/contract/addresses.ts'

/** The return_to of the address, if it is one of our pages. */
export function returnToOf(search: URLSearchParams): string {
  return safeReturnTo(search.get('return_to')) ?? HOME_OF_USERS
}

/** The address of another account page with the same return_to. */
export function withReturnTo(
  path: '/login' | '/join' | typeof SECOND_STEP_PAGE | typeof RECOVERY_PAGE,
  returnTo: string,
): string {
  return returnTo === HOME_OF_USERS ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`
}
