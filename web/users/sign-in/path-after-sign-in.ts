import { DELETION_PAGE } from '../../../worker/contract/accounts/account-deletion.ts'
import type { SignInResponse } from '../../../worker/contract/accounts/second-factor.ts'
import { secondStepPath } from '../../../worker/contract/accounts/second-step-pages.ts'

/** Where the browser goes on: to the second step, if one is asked; nobody is signed in to an account that is being deleted. */
export function pathAfterSignIn({ me, second_step }: SignInResponse, returnTo: string): string {
  if (second_step) return secondStepPath(returnTo)
  return me ? returnTo : DELETION_PAGE
}
