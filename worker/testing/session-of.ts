import type { BegunSession } from '../users/accounts/begin-session.ts'
import { needsSecondStep, type SignedIn } from '../users/accounts/sign-in-by-first-factor.ts'

/** A verb that signs in, for tests of accounts without a second factor. */
export function sessionOf<Given extends unknown[]>(verb: (...given: Given) => Promise<SignedIn>) {
  return async (...given: Given): Promise<BegunSession> => {
    const signedIn = await verb(...given)
    if (needsSecondStep(signedIn)) throw new Error('This sign-in waits for its second step.')
    return signedIn
  }
}
