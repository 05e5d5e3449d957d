import type { Context } from 'hono'
import { DELETION_PAGE } from '../../contract/accounts/account-deletion.ts'
import { type SignInResponse } from '../../contract/accounts/second-factor.ts'
import { secondStepPath } from '../../contract/accounts/second-step-pages.ts'
import { clearSecondStepCookie, readSecondStepCookie, setSecondStepCookie } from '../session/second-step-cookie.ts'
import { setSessionCookies } from '../session/session-cookie.ts'
import { needsSecondStep, type SignedIn } from './sign-in-by-first-factor.ts'

/** Sets the cookies of a sign-in, whole or half done, and returns what the page's script is told. */
export function answerSignIn(c: Context, signedIn: SignedIn): SignInResponse {
  if (needsSecondStep(signedIn)) {
    setSecondStepCookie(c, signedIn.second_step)
    return { me: null, second_step: true }
  }
  setSessionCookies(c, signedIn)
  if (readSecondStepCookie(c) !== null) clearSecondStepCookie(c)
  return { me: signedIn.me }
}

/** Sets them and returns where the form of a page without scripts leads. */
export function pathAfterSignIn(c: Context, signedIn: SignedIn, returnTo: string): string {
  const { me, second_step } = answerSignIn(c, signedIn)
  if (second_step) return secondStepPath(returnTo)
  return me ? returnTo : DELETION_PAGE
}
