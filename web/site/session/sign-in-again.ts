import { resetLoginPath } from '../../../worker/contract/addresses.ts'
import { ownPath } from '../../browser/navigation/page-address.ts'
import { goTo } from '../../browser/navigation/navigate.ts'

/** The session has ended: the user signs in and returns to this page before anything is charged. */
export function signInAgain(): void {
  goTo(resetLoginPath(ownPath()))
}
