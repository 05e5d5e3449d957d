import { resetLoginPath } from '../../worker/contract/addresses.ts'
import { ownPath } from '../browser/navigation/page-address.ts'
import { goTo } from '../browser/navigation/navigate.ts'

/** The session has ended meanwhile: nothing is charged before its owner is back, on this page again. */
export function signInAgain(): void {
  goTo(resetLoginPath(ownPath()))
}
