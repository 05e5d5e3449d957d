import { loginPath } from '../addresses.ts'

/** The query parameter of /login that says why signing in through an OpenID provider failed. */
export const SIGN_IN_PROBLEM = 'sign_in_problem'

/**
 * Why the sign-in failed and what to do next; `name` is the provider's. The address carries only the code, so that a
 * link cannot put its own words on the page.
 */
const PROBLEMS = {
  denied: (name: string) => [`You did not sign in with ${name}.`, 'Nothing has changed.'],
  expired: (name: string) => [
    `This attempt to sign in with ${name} has expired or was already used.`,
    'Please try again.',
  ],
  failed: (name: string) => [`Signing in with ${name} did not work.`, 'Please try again.'],
  too_many: () => ['Too many tries.', 'Please wait a little and try again.'],
  unverified_email: (name: string) => [
    `${name} has not verified your email address.`,
    'Verify it there first, or use a password here.',
  ],
  unverified_account: (name: string) => [
    'Your email has an account here that is not verified yet.',
    `Sign in with its password and verify it, or reset the password. Then ${name} works too.`,
  ],
  other_identity: (name: string) => [
    `Another ${name} account signs in to the account with your email.`,
    'Use that one, or your password.',
  ],
} as const satisfies Record<string, (name: string) => readonly [what: string, next: string]>

export type SignInProblem = keyof typeof PROBLEMS

/** The problem that a code in an address means; null for any other text. */
export function problemInAddress(code: string | null): SignInProblem | null {
  return code !== null && isProblem(code) ? code : null
}

function isProblem(code: string): code is SignInProblem {
  return Object.hasOwn(PROBLEMS, code)
}

export function problemInWords(problem: SignInProblem, name: string): readonly [what: string, next: string] {
  return PROBLEMS[problem](name)
}

/** The path of the sign-in page that shows the problem. */
export function problemPath(problem: SignInProblem, returnTo: string): string {
  const path = loginPath(returnTo)
  return `${path}${path.includes('?') ? '&' : '?'}${SIGN_IN_PROBLEM}=${problem}`
}

/** Where a signed-in user has the provider ask them again, to show that it is them. */
export function provePath(returnTo: string): string {
  return `/api/oidc/prove?return_to=${encodeURIComponent(returnTo)}`
}

/** Where signing in through the provider begins. A plain link works without JavaScript. */
export function startPath(returnTo: string): string {
  return `/api/oidc/start?return_to=${encodeURIComponent(returnTo)}`
}
