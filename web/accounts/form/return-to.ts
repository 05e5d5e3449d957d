import { safeReturnTo } from '../../../worker/contract/addresses.ts'

/** Where people go who came from nowhere in particular. */
export const HOME_OF_USERS = '/my_applets'

/** Where the address says to go afterwards, as long as it is a page of ours. */
export function returnToOf(search: URLSearchParams): string {
  return safeReturnTo(search.get('return_to')) ?? HOME_OF_USERS
}

/** The address of another account page that goes on to the same place. */
export function withReturnTo(path: '/login' | '/join', returnTo: string): string {
  return returnTo === HOME_OF_USERS ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`
}
